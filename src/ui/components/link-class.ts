/** A link within text. */
export const linkClass = "font-semibold text-primary-text underline underline-offset-4"
