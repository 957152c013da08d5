/** The texts of the Learning Kit page in English. Prices and times come from content/policies.json. */
export const kitText = {
  title: "Learning Kit",
  /** The last words carry the mark. */
  heading: ["The kit makes it", "theirs"],
  lead: "A uniform that says we are a team, and a bag with what the first lessons need. Both are optional, and both last for years.",
  meta: (brand: string) =>
    `Uniforms and activity kits for ${brand} programs: what they cost, how long they take, and how to order.`,
  uniform: {
    title: "Professional uniforms",
    text: "Breathable cotton for the ground and the dojo, cut for children who are still growing. Choose a size by the child’s height; the order form has the chart.",
    price: "for a single uniform set",
    delivery: (days: number) => `Delivered in ${days} working days`,
    order: "Order Uniforms Now",
    outside: "The order form opens on another site.",
  },
  kit: {
    title: "Specialized learning kits",
    text: "Packed for the activity: a chess set with a scoresheet book, brushes that keep their hair, sticks for the drummer. Tell us the program and the age, and we tell you what is in it.",
    price: "for the welcome kit",
    contents: (contents: string) => `With a ${contents}`,
    order: "Contact for Kit Orders",
    outside: "We answer with the contents and the price before you pay.",
  },
  programs: {
    title: "Programs with a kit",
    text: "Each has a kit of its own. Open a program to see who teaches it.",
  },
  support: {
    title: "Questions about an order?",
    text: "Ask your trainer or the contact of your centre first: they have the sizes to try on. For anything else, call us.",
    call: (phone: string) => `Call ${phone}`,
    hours: (opens: string, closes: string) => `${opens} to ${closes}`,
  },
}
