const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/** Returns an XML element around text, which is escaped, or around elements. */
export function element(name: string, inside: string | string[]): string {
  return `<${name}>${Array.isArray(inside) ? inside.join("") : escapeText(inside)}</${name}>`
}

const HOUR_IN_SECONDS = 3_600

/** Returns an XML document that may be cached for an hour. */
export function xmlResponse(root: string, contentType: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`, {
    headers: {
      "content-type": `${contentType}; charset=utf-8`,
      "cache-control": `public, max-age=${HOUR_IN_SECONDS}`,
    },
  })
}
