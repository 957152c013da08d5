import type { Line } from "../facts.ts"
import { shareOf, spread } from "../rounding.ts"

/** The lines of a bill with what they sum to. */
export type Billed<L extends Line = Line> = { lines: L[]; round_off_paise: number; total_paise: number }

/** Lines that are counted in pieces. */
const PIECES = new Set<Line["code"]>(["goods", "uniform", "welcome-kit"])

/** Pieces of one line that came back, by the line's place in the bill. */
export type Returned = { at: number; pieces: number }

/**
 * How many pieces a credit note takes back of each line of a bill: those that came back, and with the last of a line's price
 * all that are left of it. A lower price for what the buyer keeps takes none. `left` is what is left of each line's price
 * after the note, in paise, and `before` how many pieces earlier notes took back.
 */
export function piecesBack(
  lines: readonly Line[],
  left: readonly number[],
  before: readonly number[],
  returned: Returned | null,
): number[] {
  return lines.map(({ code, quantity }, at) => {
    const rest = quantity - (before[at] ?? 0)
    if (!PIECES.has(code)) return 0
    if (returned?.at === at) return Math.min(returned.pieces, rest)
    return left[at] === 0 ? rest : 0
  })
}

/**
 * What credit notes take back of a bill, in paise for each of its lines: as much of a line's value and of each tax
 * as that is of its amount. `before` is what earlier notes took back, so that all of them together are equal to the
 * bill, to the paisa. Lines of which nothing is taken back are left out. Lines of goods say how many `pieces` go, 0 for none.
 * Throws RangeError for more than is left.
 */
export function creditOf<L extends Line>(
  bill: Billed<L>,
  before: readonly number[],
  now: readonly number[],
  pieces: readonly number[] = [],
): Billed<L> {
  const lines = bill.lines.flatMap((line, at) => {
    const [taken, more] = [before[at] ?? 0, now[at] ?? 0]
    if (more < 0 || taken + more > line.amount_paise)
      throw new RangeError(`Line ${at} has less left than ${more}`)
    if (more === 0) return []
    const until = (paise: number, of: number) => shareOf(of, paise, line.amount_paise)
    const part = (of: number) => until(taken + more, of) - until(taken, of)
    return [
      {
        ...line,
        quantity: PIECES.has(line.code) ? (pieces[at] ?? 0) : line.quantity,
        list_paise: more,
        offs: [],
        amount_paise: more,
        taxable_paise: part(line.taxable_paise),
        cgst_paise: part(line.cgst_paise),
        sgst_paise: part(line.sgst_paise),
        igst_paise: part(line.igst_paise),
      },
    ]
  })
  const total_paise = lines.reduce((all, { amount_paise }) => all + amount_paise, 0)
  const round_off_paise = lines.reduce(
    (left, { taxable_paise, cgst_paise, sgst_paise, igst_paise }) =>
      left - taxable_paise - cgst_paise - sgst_paise - igst_paise,
    total_paise,
  )
  return { lines, round_off_paise, total_paise }
}

/**
 * Splits an amount that goes back over lines, in proportion to what is left of each. What is more than that is not
 * split: it was never billed.
 */
export function splitCredit(amount_paise: number, left: readonly number[]): number[] {
  const most = left.reduce((all, paise) => all + paise, 0)
  return spread(Math.min(amount_paise, most), left)
}
