/** The texts of Meet the Team in English; the people are in content/team.json. */
export const teamText = {
  title: "Meet the Team",
  lead: "Meet the six people responsible for every class, from the first call to the last lesson of the year.",
  meta: (brand: string) => `The people who run ${brand}, what each of them does, and the mission they share.`,
  missionTitle: "Our Mission",
  mission:
    "Every child should have one teacher who knows their name, notices their effort and tells them the truth kindly. We find such teachers, give them a classroom that works on any phone, and leave them free to teach.",
  missionMore:
    "We measure ourselves by what families can see: the class began on time, the child was there, something was learned, and someone answered when we were asked.",
  join: "Would you like to teach with us?",
  write: "Write to us",
}
