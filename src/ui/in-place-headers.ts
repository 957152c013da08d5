/** Sent with requests for a page that another view of it takes in. */
export const IN_PLACE_HEADER = "x-kaksha-in-place"

/** Where such a response leads, instead of a redirect: a script can't see a redirect's address. */
export const LEADS_TO_HEADER = "x-kaksha-leads-to"

/** The router's own mark of a redirect that needs a new document, as after signing in. */
export const AS_DOCUMENT_HEADER = "x-remix-reload-document"
