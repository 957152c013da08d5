/** The texts of the Learning Kit page in English. Prices and times come from content/policies.json. */
export const kitText = {
  title: "Learning Kit",
  /** The last words are highlighted. */
  heading: ["The kit makes it", "theirs"],
  lead: "A team uniform and a bag with everything for the first lessons. Both are optional, and both last for years.",
  meta: (brand: string) =>
    `Uniforms and activity kits for ${brand} programs: what they cost, how long they take, and how to order.`,
  uniform: {
    title: "Professional uniforms",
    text: "Breathable cotton for the ground and the dojo, cut for children who are still growing. Choose a size by the child’s height; the order form has the chart.",
    price: "for a single uniform set",
    delivery: (days: number) => `Delivered in ${days} working days`,
    order: "Order Uniforms Now",
    outside: "The order form opens on another site.",
    shop: "Choose a size and how it reaches you.",
  },
  kit: {
    title: "Specialized learning kits",
    text: "Packed for each activity: a chess set with a scoresheet book, good brushes, drumsticks. Tell us the program and the child's age, and we'll tell you what's in the kit.",
    price: "for the welcome kit",
    contents: (contents: string) => `With a ${contents}`,
    order: "Contact for Kit Orders",
    outside: "We'll tell you the contents and price before you pay.",
    shop: "See the kits in the shop",
  },
  programs: {
    title: "Programs with a kit",
    text: "Each has its own kit. Open a program to see who teaches it.",
  },
  support: {
    title: "Questions about an order?",
    text: "Ask your trainer or the contact of your centre first: they have the sizes to try on. For anything else, call us.",
    call: (phone: string) => `Call ${phone}`,
    hours: (opens: string, closes: string) => `${opens} to ${closes}`,
  },
}
