import { defineConfig } from "drizzle-kit"

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./src/features/*/server/table.ts",
    "./src/features/*/server/*-tables.ts",
    "./src/platform/audit.ts",
    "./src/platform/settings.ts",
    "./src/platform/limits.ts",
    "./src/platform/restored.ts",
  ],
  out: "./migrations",
})
