import { programManagement } from "#contract/programs/program-management.ts"
import type { createProgram } from "#features/programs/server/manage.ts"

/** A program as the office's form sends it, with what the contract fills in. */
export const DRAFT = programManagement.create["~orpc"].inputSchema?.parse({
  title: "Tabla for beginners",
  instructor: "Zakir Khan",
  curriculum: "General",
  service: "Music",
}) as Parameters<typeof createProgram>[1]
