/* What the scripts of a visitor's page tell each other. They share no module, or each would bring a copy of it. */

/** Told to the document when another view of the page is there. */
export const TAKEN_IN = "kaksha:taken-in"

/** Asks for this view anew, without a word where that fails. Prevented while another load is under way. */
export const REFRESH = "kaksha:refresh"
