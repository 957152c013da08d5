const points = (count: number) => `${count.toLocaleString("en-IN")} ${count === 1 ? "point" : "points"}`

/** The texts of a family's points and credit, in English. */
export const pointsText = {
  title: "Points and credit",
  back: "Your orders",
  invite: "Invite a friend",
  description: "1 point takes ₹1 off when you pay. Credit is money of yours that the academy keeps.",
  points,
  credit: (amount: string) => `${amount} credit`,
  you: "You",
  history: "What happened",
  none: "No points yet",
  noneText:
    "You get points when a friend joins through your link, and for renewing a membership before the 1st of the month it starts in.",
  end: "There is nothing more.",
  order: (number: string) => `Order ${number}`,
  kinds: {
    hold: "Used for an order",
    release: "Back from an order that wasn't paid",
    sale: "Used for an order that was paid late",
    "points-back": "Back from an order that was refunded",
    returned: "Refund kept as credit",
    unreturned: "Credit turned back into a refund",
    referral: "Somebody joined through your link",
    "early-points": "Membership renewed before the 1st",
  } as Record<string, string>,
  welcome: "You joined through somebody's link",
  other: "Changed by the academy",
}

export type PointsText = typeof pointsText
