/* Codes of the shop that screens list as well, without the schemas. */

/** How far an order of goods is. */
export const STAGES = [
  /** Not paid: its pieces are set aside. */
  "held",
  /** Ended unpaid, or refunded before it left: its pieces are back on the shelf. */
  "released",
  "to-pack",
  "packed",
  /** Delivery. */
  "sent",
  "delivered",
  /** Pick-up. */
  "ready",
  "collected",
] as const

export const WAYS = ["delivery", "pickup"] as const

export const RETURN_REASONS = ["does-not-fit", "faulty", "wrong-item", "not-wanted"] as const
export const RETURN_STATES = ["asked", "accepted", "declined", "received"] as const

/** Why a line of a basket can't be bought as it is. */
export const LINE_FAULTS = ["sold-out", "fewer", "withdrawn"] as const

/** The office's lists: what is still to do, and what was handed over. */
export const DESK_STAGES = ["to-pack", "packed", "sent", "ready", "done"] as const

/** What goods are, as GST tells them apart. */
export const GOODS_SUPPLIES = [
  "garment",
  "footwear",
  "bag",
  "sports-goods",
  "exercise-equipment",
  "board-game",
  "notebook",
  "pencil",
] as const
