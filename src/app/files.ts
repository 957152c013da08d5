import type { FileStore } from "#platform/storage/port.ts"

/** Answers a signed link: the file to be saved under its name, or 404, which also a late or changed link gets. */
export async function serveFile(store: FileStore, url: URL, now: Date): Promise<Response> {
  const linked = store.readLink(url, now)
  const file = linked && (await store.open(linked.key))
  if (!linked || !file) return new Response("This link is no longer good.\n", { status: 404 })
  return new Response(file.body, {
    headers: {
      "content-type": linked.contentType,
      "content-length": String(file.sizeBytes),
      "content-disposition": `attachment; filename*=UTF-8''${encodeName(linked.name)}`,
      "cache-control": "private, no-store",
      // Whatever a browser makes of it, it stays without scripts and without our origin.
      "content-security-policy": "default-src 'none'; sandbox",
    },
  })
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}
