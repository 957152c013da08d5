import type { Program } from "#contract/programs/programs.ts"
import type { PageRequest } from "#ui/api.ts"
import { sayStart } from "#ui/messages/day-words.ts"
import { serverTexts } from "./texts/server.texts.ts"

/** A program with when it starts next, in the reader's words; null if no class is scheduled. */
type Starting<P> = P & { next_start: string | null }

/** Adds to each program when its next class starts. One query for any number of programs. */
export async function withNextStarts<P extends Pick<Program, "id" | "delivery">>(
  page: Pick<PageRequest, "api" | "language" | "now" | "zone">,
  programs: readonly P[],
): Promise<Starting<P>[]> {
  if (programs.length === 0) return []
  const text = serverTexts[page.language]
  const starts = await page.api.classes.nextStarts({ course_ids: programs.map(({ id }) => id) })
  const known = new Map(starts.map((start) => [start.course_id, start]))
  const tell = (program: P): string | null => {
    if (program.delivery === "recorded") return text.startsAnyTime
    const start = known.get(program.id)
    return start ? text.starts(sayStart(page, start)) : null
  }
  return programs.map((program) => ({ ...program, next_start: tell(program) }))
}
