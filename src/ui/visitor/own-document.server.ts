import { type MiddlewareFunction, redirectDocument } from "react-router"

/**
 * Middleware of a screen of one's own that is sent without React: also where a link would show it in place, as those in
 * messages do, it is loaded as a document, with the small script that belongs to it.
 */
export const ownDocument: MiddlewareFunction<Response> = ({ request, url }, next) => {
  const isData = new URL(request.url).pathname !== url.pathname
  if (request.method === "GET" && isData) throw redirectDocument(url.pathname + url.search)
  return next()
}
