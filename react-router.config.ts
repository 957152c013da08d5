import type { Config } from "@react-router/dev/config"

export default {
  // Pages lie in src/features and src/app/pages; only below this folder do they get their generated types.
  appDirectory: "src",
  buildDirectory: "build",
  ssr: true,
  routeDiscovery: { mode: "initial" },
} satisfies Config
