import { randomUUID } from "node:crypto"
import type pg from "pg"
import builtIn from "#content/programs.json" with { type: "json" }
import { durationHours } from "#features/programs/rules.ts"

const OPENINGS = [
  "First",
  "Real",
  "Slow",
  "Bright",
  "Steady",
  "Weekend",
  "Everyday",
  "Complete",
  "Summer",
  "Gentle",
]
const AUDIENCES = [
  "Beginners",
  "Returners",
  "Families",
  "Night Owls",
  "Young Learners",
  "Board Students",
  "Adults",
]
const TWISTS = [
  "Evening",
  "Morning",
  "Practice",
  "Stage",
  "Exam",
  "Foundations",
  "Mastery",
  "Songs",
  "Puzzles",
  "Field",
]
const FIRST_NAMES = [
  "Asha",
  "Kabir",
  "Meera",
  "Nikhil",
  "Zoya",
  "Farhan",
  "Lakshmi",
  "Ishaan",
  "Tara",
  "Devika",
  "Om",
]
const SYLLABLES = [
  "ra",
  "mi",
  "shan",
  "kar",
  "de",
  "vi",
  "pur",
  "nal",
  "go",
  "tha",
  "su",
  "man",
  "jo",
  "li",
  "ba",
  "wa",
]
const DURATIONS = ["6 months", "20 hours", "1 week", "3 months", "8 weeks", "12 months", "45 hours"]

/** Numbers that come out alike in every run: Lehmer's generator with the minimal standard's figures. */
function makeDice(seed: number) {
  let state = seed
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[below(list.length)]
    if (chosen === undefined) throw new Error("there is nothing to pick from")
    return chosen
  }
  return { below, pick }
}

/** What brute force needs of a program. */
export type MadeProgram = {
  slug: string
  position: number
  title: string
  instructor: string
  subject: string
  service: string
  curriculum: string
  grade: string
  rating: number
  students: number
  price_paise: number
  duration_hours: number
}

/** Every program as plain rows. */
export async function readPrograms(pool: pg.Pool): Promise<MadeProgram[]> {
  const { rows } = await pool.query<MadeProgram>(
    `select slug, position, title, instructor, subject, service, curriculum, grade, rating, students, price_paise,
            duration_hours
     from programs`,
  )
  return rows
}

/**
 * Adds programs until there are `total`: titles of common words, thousands of rare surnames and places, kinds as the
 * built-in programs have them and some that no built-in one has. The same in every run but for the ids.
 */
export async function growPrograms(pool: pg.Pool, total: number): Promise<void> {
  const { rows } = await pool.query<{ count: number }>("select count(*)::int as count from programs")
  const { below, pick } = makeDice(20_261)
  const rare = () =>
    `${pick(SYLLABLES)}${pick(SYLLABLES)}${pick(SYLLABLES)}`.replace(/^./, (at) => at.toUpperCase())
  const made = []
  for (let number = rows[0]?.count ?? 0; number < total; number += 1) {
    const kind = pick(builtIn)
    const other = pick(builtIn)
    const twist = below(3) === 0 ? `${other.subject} ${pick(TWISTS)}` : `${pick(TWISTS)} in ${rare()}`
    const duration = pick(DURATIONS)
    made.push({
      id: randomUUID(),
      slug: `made-${number}`,
      position: number,
      title: `${pick(OPENINGS)} ${kind.subject} for ${pick(AUDIENCES)}: ${twist}`,
      instructor: `${pick(FIRST_NAMES)} ${rare()}`,
      summary: kind.summary,
      description: kind.description,
      image: kind.image,
      level: kind.level,
      service: kind.service,
      curriculum: below(20) === 0 ? other.curriculum : kind.curriculum,
      grade: below(4) === 0 ? other.grade : kind.grade,
      subject: kind.subject,
      rating: 3 + below(21) / 10,
      students: below(5_000),
      duration,
      duration_hours: durationHours(duration),
      price_paise: 199_900 + below(140) * 10_000,
      delivery: kind.delivery,
    })
  }
  const columns = Object.keys(made[0] ?? {}).join()
  for (let from = 0; from < made.length; from += 5_000) {
    await pool.query(
      `insert into programs (${columns})
       select ${columns} from jsonb_populate_recordset(null::programs, $1::jsonb)`,
      [JSON.stringify(made.slice(from, from + 5_000))],
    )
  }
  await pool.query("vacuum analyze programs, program_kinds, program_words")
}
