/** What an academy sells, as GST tells it apart. */
export type Supply =
  | "coaching"
  | "sports-training"
  | "culture"
  | "fitness"
  | "transport"
  | "delivery"
  | "garment"
  | "footwear"
  | "bag"
  | "sports-goods"
  | "exercise-equipment"
  | "board-game"
  | "notebook"
  | "pencil"

export type Rate = {
  supply: Supply
  /** SAC of a service, HSN of goods in the six digits that GSTR-1 takes at any turnover (Notification 78/2020-Central Tax). */
  code: string
  /** Per ten thousand: 1800 is 18 %. */
  rate: number
  /** The rate where a piece or pair is worth more than the limit, in paise before tax. */
  above?: { piece_paise: number; rate: number }
  /** First date on which it holds, YYYY-MM-DD. */
  from: string
  source: string
}

const SERVICES = "Notification 11/2017-Central Tax (Rate), as amended by 15/2025"
// A van that the academy sends, fuel included: 5 % as long as no input tax is taken for it. It is chosen and priced
// by itself, so it isn't a part of the classes (CGST Act, sections 2(30) and 8). Ask an accountant.
const TRANSPORT = "Notification 11/2017-Central Tax (Rate), entry 8(vi), as amended by 15/2025"
// A fee for bringing goods that stands on a line of its own. Where it is seen as a part of what is delivered, it has the
// rate of that instead (CGST Act, sections 8 and 15(2)). Ask an accountant.
const COURIER = "Notification 11/2017-Central Tax (Rate), entry 12(ii), as amended by 15/2025"
const GOODS = "Notification 9/2025-Central Tax (Rate)"
const NIL = "Notification 10/2025-Central Tax (Rate)"
const PIECE = { piece_paise: 250_000, rate: 1800 }
const from = "2025-09-22"

// The codes of goods are those of what academies mostly sell: knitted sportswear of cotton, sports shoes with textile
// uppers, bags of textile, exercise books, crayons. Of another item the academy enters its own code.

/**
 * Rates of GST by supply and date. A change adds a row with its date and leaves the others, so that an order
 * of an earlier date keeps its rate. Academies are asked to confirm them with their accountant.
 */
export const RATES: readonly Rate[] = [
  { supply: "coaching", code: "999293", rate: 1800, from, source: SERVICES },
  { supply: "sports-training", code: "999292", rate: 1800, from, source: SERVICES },
  { supply: "culture", code: "999291", rate: 1800, from, source: SERVICES },
  { supply: "fitness", code: "999723", rate: 500, from, source: SERVICES },
  { supply: "transport", code: "996411", rate: 500, from, source: TRANSPORT },
  { supply: "delivery", code: "996812", rate: 1800, from, source: COURIER },
  { supply: "garment", code: "611420", rate: 500, above: PIECE, from, source: GOODS },
  { supply: "footwear", code: "640411", rate: 500, above: PIECE, from, source: GOODS },
  { supply: "bag", code: "420292", rate: 1800, from, source: GOODS },
  { supply: "sports-goods", code: "950699", rate: 500, from, source: GOODS },
  { supply: "exercise-equipment", code: "950691", rate: 1800, from, source: GOODS },
  { supply: "board-game", code: "950490", rate: 500, from, source: GOODS },
  { supply: "notebook", code: "482020", rate: 0, from, source: NIL },
  { supply: "pencil", code: "960910", rate: 0, from, source: NIL },
]

/** What orders before rules 3 have as the HSN of goods: a chapter or a heading. */
export const HEADINGS: Partial<Record<Supply, string>> = {
  ...{ garment: "61", footwear: "64", bag: "4202", "sports-goods": "9506", "exercise-equipment": "9506" },
  ...{ "board-game": "9504", notebook: "4820", pencil: "9609" },
}

const SERVICE = new Set<Supply>([
  "coaching",
  "sports-training",
  "culture",
  "fitness",
  "transport",
  "delivery",
])

export function isGoods(supply: Supply): boolean {
  return !SERVICE.has(supply)
}

/** The newest of dated rows that holds on a date (both YYYY-MM-DD), or null before the first. */
export function holdingOn<Row extends { from: string }>(rows: readonly Row[], date: string): Row | null {
  const begun = rows.filter((row) => row.from <= date)
  return begun.toSorted((one, other) => (one.from < other.from ? 1 : -1))[0] ?? null
}

/**
 * The row and the rate of a supply on a date, or null where no row holds. `piece_paise` is what one piece costs
 * with tax; it is above a limit if it is at the lower rate, so that a price between the two rates' readings
 * pays the higher one.
 */
export function rateOn(
  supply: Supply,
  date: string,
  piece_paise: number,
  rates: readonly Rate[] = RATES,
): (Rate & { charged: number }) | null {
  const row = holdingOn(
    rates.filter((rate) => rate.supply === supply),
    date,
  )
  if (!row) return null
  const { above, rate } = row
  const isAbove = above !== undefined && piece_paise * 10_000 > above.piece_paise * (10_000 + rate)
  return { ...row, charged: isAbove ? above.rate : rate }
}
