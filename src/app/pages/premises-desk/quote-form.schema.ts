import { z } from "zod"
import { MOST_LINES } from "#contract/premises/codes.ts"
import { QuoteDraft } from "#contract/premises/quotes.ts"

const { lines: _, ...about } = QuoteDraft.shape
const price = "Enter rupees, such as 4999 or 4999.50"

/** The numbers of the lines of the form. */
export const LINES = Array.from({ length: MOST_LINES }, (_, at) => at + 1)

/** The fields of the lines as the form has them: a form has no lists of several fields. */
const Line = (at: number) => ({
  [`name_${at}`]: z.string().trim().max(120, "Use at most 120 characters").default(""),
  [`name_hi_${at}`]: z.string().trim().max(120, "Use at most 120 characters").default(""),
  [`quantity_${at}`]: z.string().trim().max(10).default(""),
  [`price_${at}`]: z.string().trim().max(20).default(""),
})

/** The form of a quote: lines without anything in them are left out. */
export const QuoteForm = z
  .object({
    ...about,
    ...(Object.assign({}, ...LINES.map(Line)) as Record<string, z.ZodDefault<z.ZodString>>),
  })
  .transform((typed, ctx) => {
    const read = (name: string) => String((typed as Record<string, unknown>)[name] ?? "")
    const refuse = (name: string, message: string) => ctx.addIssue({ code: "custom", path: [name], message })
    const lines = LINES.flatMap((at) => {
      const [name, name_hi] = [read(`name_${at}`), read(`name_hi_${at}`)]
      const [quantity, rupees] = [read(`quantity_${at}`), read(`price_${at}`)]
      // The first line is always there. A quantity alone is what the form began with.
      if (at > 1 && !name && !name_hi && !rupees) return []
      if (!name) refuse(`name_${at}`, "Fill this in")
      if (!/^[1-9]\d{0,2}$/.test(quantity)) refuse(`quantity_${at}`, "Give a whole number")
      if (!/^\d{1,7}(\.\d{1,2})?$/.test(rupees) || Number(rupees) <= 0) refuse(`price_${at}`, price)
      return [{ name, name_hi, quantity: Number(quantity), price_rupees: Number(rupees) }]
    })
    const { quote_id, after_quote_id, title, supply, state, gstin, business_name, business_address } = typed
    const { first_on, weekdays, start_time, end_time, weeks, capacity, instructor_id } = typed
    return {
      ...{ quote_id, after_quote_id, title, supply, state, gstin, business_name, business_address },
      ...{ first_on, weekdays, start_time, end_time, weeks, capacity, instructor_id, lines },
      ...{ valid_until: typed.valid_until, note: typed.note, language: typed.language },
    }
  })
