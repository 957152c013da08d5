import type { Mail, MailBody } from "#platform/mail/port.ts"

type Brand = { name: string; contactPhoneDisplay: string; contactEmail: string }

const CLOSING = {
  en: ({ contactPhoneDisplay, contactEmail }: Brand) =>
    `Questions? Call ${contactPhoneDisplay} or write to ${contactEmail}.`,
  hi: ({ contactPhoneDisplay, contactEmail }: Brand) =>
    `कोई सवाल है? ${contactPhoneDisplay} पर फ़ोन करें या ${contactEmail} पर लिखें।`,
} as const

const UNSUBSCRIBE = { en: "Unsubscribe", hi: "ये ई-मेल बंद करें" } as const

/** Returns a mail's plain text, for readers without HTML. */
export function plainText({
  language,
  paragraphs,
  code,
  button,
  links = [],
  footnote,
  unsubscribeUrl,
}: MailBody): string {
  const parts = [...paragraphs]
  if (code) parts.splice(1, 0, code)
  for (const { label, url } of [...(button ? [button] : []), ...links]) parts.push(`${label}:\n${url}`)
  if (footnote) parts.push(footnote)
  if (unsubscribeUrl) parts.push(`${UNSUBSCRIBE[language]}:\n${unsubscribeUrl}`)
  return parts.join("\n\n")
}

/** Returns a mail as text and as HTML without images or remote parts, readable in dark mode. */
export function writeMail(body: MailBody, brand: Brand): Omit<Mail, "to" | "reference"> {
  const closing = CLOSING[body.language](brand)
  return {
    subject: body.subject,
    text: `${plainText(body)}\n\n-- \n${brand.name}\n${closing}\n`,
    html: page(body, brand, closing),
    ...(body.unsubscribeUrl && { unsubscribeUrl: body.unsubscribeUrl }),
    ...(body.replyTo && { replyTo: body.replyTo }),
  }
}

const TEXT = "margin:0 0 16px;font-size:16px;line-height:24px"
const SMALL = "margin:0 0 8px;font-size:13px;line-height:20px;color:#6b7280"

function page(body: MailBody, brand: Brand, closing: string): string {
  const [first = "", ...others] = body.paragraphs.map((text) => `<p style="${TEXT}">${escapeHtml(text)}</p>`)
  const code = body.code
    ? `<p style="margin:0 0 16px;font:600 32px/40px ui-monospace,Consolas,monospace;letter-spacing:8px">${escapeHtml(body.code)}</p>`
    : ""
  const button = body.button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(body.button.url)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#0f766e;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(body.button.label)}</a></p>
<p style="${SMALL};word-break:break-all">${escapeHtml(body.button.url)}</p>`
    : ""
  const links = (body.links ?? [])
    .map(({ label, url }) => `<p style="${TEXT}"><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`)
    .join("\n")
  const footnote = body.footnote ? `<p style="${SMALL}">${escapeHtml(body.footnote)}</p>` : ""
  const unsubscribe = body.unsubscribeUrl
    ? `<p style="${SMALL}"><a href="${escapeHtml(body.unsubscribeUrl)}" style="color:inherit">${UNSUBSCRIBE[body.language]}</a></p>`
    : ""
  return `<!doctype html>
<html lang="${body.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(body.subject)}</title>
</head>
<body style="margin:0;padding:32px 16px;font-family:Inter,'Segoe UI',Roboto,'Noto Sans Devanagari',Arial,sans-serif">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 24px;font-size:18px;font-weight:700;color:#0f766e">${escapeHtml(brand.name)}</p>
${first}${code}${others.join("\n")}${button}${links}
<hr style="margin:24px 0 16px;border:0;border-top:1px solid #d6d3cd">
${footnote}${unsubscribe}<p style="${SMALL}">${escapeHtml(closing)}</p>
</div>
</body>
</html>
`
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}
