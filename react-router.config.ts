import type { Config } from "@react-router/dev/config"

export default {
  // Pages lie in src/features and src/app/pages; only below this folder do they get their generated types.
  appDirectory: "src",
  buildDirectory: "build",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  // Where writes come from is checked before pages are asked (src/app/http/origin.ts). The router would hold the browser's
  // https against the plain HTTP that a proxy speaks to us, and refuse every form.
  allowedActionOrigins: ["**"],
} satisfies Config
