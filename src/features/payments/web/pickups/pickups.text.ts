/** The texts of the list of who is picked up, in English. */
export const pickupsText = {
  title: "Pick-up and drop",
  description: "Who is picked up for the classes of a day, and from where.",
  day: "Day",
  show: "Show",
  before: "Day before",
  after: "Day after",
  none: "Nobody is picked up on this day",
  noneText: "Children are listed here whose family chose this weekday with their membership.",
  count: (children: number) => (children === 1 ? "1 child" : `${children} children`),
  noAddress: "No address any more",
  call: (name: string) => `Call ${name}`,
}

export type PickupsText = typeof pickupsText
