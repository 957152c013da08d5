import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"
import { contractForBrowser } from "./scripts/vite-contract.ts"

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), contractForBrowser(), reactRouter()],
  publicDir: "content/public",
  server: { watch: { ignored: ["**/data/**", "**/test-results/**"] } },
  environments: {
    // The catalogues of messages are found by name, so that the head can ask for the one of its language early.
    client: {
      build: {
        rollupOptions: {
          output: {
            chunkFileNames: ({ facadeModuleId }) =>
              facadeModuleId?.includes("/src/ui/messages/")
                ? "assets/messages-[name]-[hash].js"
                : "assets/[name]-[hash].js",
          },
        },
      },
    },
    ssr: {
      // The server is built together with the pages, or the request context would exist twice.
      build: { rollupOptions: { input: "./src/app/server.ts", output: { entryFileNames: "index.js" } } },
      // Bundled dependencies start three times as fast; these load parts of themselves by name at run time.
      ...(command === "build" && {
        resolve: { noExternal: true, external: ["pg", "pg-native", "pg-boss", "pino", "pino-pretty"] },
      }),
    },
  },
}))
