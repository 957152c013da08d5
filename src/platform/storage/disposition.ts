/** The Content-Disposition of a file that is shown in place, or saved under a name in any script. */
export function disposition(downloadAs: string | undefined): string {
  if (downloadAs === undefined) return "inline"
  const plain = downloadAs.replace(/[^\x20-\x7e]|["\\%]/g, "_")
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(downloadAs).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`
}
