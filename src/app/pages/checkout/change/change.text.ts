/** The texts of changing a plan, in English. */
export const changeText = {
  title: "Change the plan",
  card: "What the present plan is worth",
  present: (months: number, from: string, to: string) =>
    `The present plan is a membership of ${months === 1 ? "1 month" : `${months} months`}, from ${from} to ${to}.`,
  unused: (days: number, of: number, paid: string, worth: string) =>
    `${days} of ${of} days ${days === 1 ? "is" : "are"} left, including today. That is worth ${worth} of the ${paid} paid.`,
  starts: "The new plan starts on the day you pay, and takes the place of the present one.",
  rest: (amount: string) =>
    `The new plan costs less, so ${amount} stays with the academy as your credit. You can pay with it here.`,
  whichPlan: "Which plan instead?",
  nothingToPay: "There is nothing left to pay. The plan changes at once, and you get a message.",
  choose: "Choose what should change",
  changed: "Plan changed",
  changeNow: "Change the plan",
  changedSale: "The plan was changed. Its unused days paid for the new one.",
  change: "Change plan",
  changeFor: (name: string, title: string) => `Change ${name}'s plan for ${title}`,
}

export type ChangeText = typeof changeText
