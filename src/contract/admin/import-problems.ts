import { z } from "zod"

const count = z.number().int()

/** Problems that need no value to be told. */
const PLAIN = [
  ...(["missing", "not-a-phone", "not-a-date", "own-number", "no-name-for-number"] as const),
  ...(["minor-needs-guardian", "birth-date-future", "birth-date-too-young", "birth-date-too-old"] as const),
  ...(["not-an-instructor", "not-a-student", "unknown-student", "other-guardian"] as const),
  ...(["unknown-instructor", "venue-missing", "date-out-of-range", "ends-before-start"] as const),
  ...(["past", "overlaps", "fee-without-price", "fee-not-below-price"] as const),
  ...(["batch-not-regular", "batch-with-semicolon"] as const),
  ...([
    "program-missing",
    "one-per-program",
    "number-without-email",
    "here-without-email",
    "here-with-email",
  ] as const),
] as const
export type PlainCellProblem = (typeof PLAIN)[number]

/** What is wrong with one cell of an imported list. Screens say it in the reader's language. */
export const CellProblem = z.discriminatedUnion("code", [
  z.object({ code: z.enum(PLAIN) }),
  z.object({ code: z.literal("too-long"), most: count }),
  /** Not a whole number, or outside the range. */
  z.object({ code: z.literal("not-in-range"), least: count, most: count }),
  /** Not one of the values that the column takes. */
  z.object({ code: z.literal("not-an-option"), options: z.array(z.string()) }),
  /** Not written as it must be; `example` is right. */
  z.object({ code: z.literal("not-read"), example: z.string() }),
  /** The row says the same as an earlier one, on this line. */
  z.object({ code: z.literal("repeated"), line: count }),
  z.object({ code: z.literal("unknown-programs"), titles: z.array(z.string()) }),
  /** The program has no such batch to come, but these. */
  z.object({
    code: z.literal("unknown-batch"),
    title: z.string(),
    batch: z.string(),
    batches: z.array(z.string()),
  }),
  /** These programs are not sold by the month, so nothing is paid until a day. */
  z.object({ code: z.literal("no-monthly-fee"), titles: z.array(z.string()) }),
  /** Programs share this title, and the cell takes one of their slugs. */
  z.object({ code: z.literal("several-programs"), title: z.string(), slugs: z.array(z.string()) }),
])
export type CellProblem = z.infer<typeof CellProblem>

/** Why a list can't be read at all. */
export const ListProblem = z.discriminatedUnion("code", [
  z.object({ code: z.literal("too-many-rows"), most: count }),
  z.object({ code: z.enum(["no-rows", "unreadable"]) }),
  /** A quotation mark that opens on this line is not closed, or stands inside a cell without quotes. */
  z.object({ code: z.literal("quotes"), line: count }),
  /** The row on this line has more cells than the head. */
  z.object({ code: z.literal("too-many-cells"), line: count }),
  z.object({
    code: z.literal("head"),
    unknown: z.array(z.string()),
    missing: z.array(z.string()),
    repeated: z.boolean(),
    /** All columns that the list can have. */
    known: z.array(z.string()),
  }),
])
export type ListProblem = z.infer<typeof ListProblem>
