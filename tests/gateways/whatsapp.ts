import { createHmac, randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

/** How Meta answers: it takes the message, or does one of what it does instead. */
export type WhatsAppMood = "accept" | "not-on-whatsapp" | "too-many" | "broken" | "hang" | "drop" | "garbage"

export type WhatsAppMessageSent = {
  id: string
  to: string
  template: string
  language: string
  values: string[]
  reference: string
}

export type WhatsAppGateway = {
  url: string
  phoneNumberId: string
  accessToken: string
  appSecret: string
  verifyToken: string
  /** Every message that would have reached a phone. */
  messages: WhatsAppMessageSent[]
  behave(mood: WhatsAppMood): void
  /** The headers and bytes of a webhook about a message, signed with the app's secret unless given another. */
  report(
    message: Pick<WhatsAppMessageSent, "id" | "to" | "reference">,
    status: "sent" | "delivered" | "read" | "failed",
    secret?: string,
  ): { headers: Headers; body: Buffer }
  close(): Promise<void>
}

/** The approved templates: in which languages, and how many values each has. */
const APPROVED: Record<string, { languages: string[]; values: number }> = {
  class_notice: { languages: ["en", "hi"], values: 2 },
  absence_notice: { languages: ["en", "hi"], values: 4 },
  absence_correction: { languages: ["en", "hi"], values: 3 },
}

type Asked = {
  messaging_product?: string
  to?: string
  type?: string
  biz_opaque_callback_data?: string
  template?: {
    name?: string
    language?: { code?: string }
    components?: { type?: string; parameters?: { type?: string; text?: string }[] }[]
  }
}

/** A server on loopback that speaks Meta's Cloud API: messages by template, its errors, and its webhooks. */
export async function startWhatsAppGateway(): Promise<WhatsAppGateway> {
  const phoneNumberId = "106540352242922"
  const accessToken = `EAA${randomBytes(16).toString("hex")}`
  const [appSecret, verifyToken] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")]
  const messages: WhatsAppMessageSent[] = []
  let mood: WhatsAppMood = "accept"
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object, headers: Record<string, string> = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers })
      response.end(JSON.stringify(body))
    }
    const refuse = (status: number, code: number, message: string) =>
      answer(status, { error: { message, type: "OAuthException", code, fbtrace_id: "Az8or2yhqkZfEZ" } })
    const body = await text(request)
    if (request.headers.authorization !== `Bearer ${accessToken}`)
      return refuse(401, 190, "Invalid OAuth access token.")
    const path = /^\/v\d+\.\d\/(\d+)(\/messages)?/.exec(request.url ?? "")
    if (path?.[1] !== phoneNumberId) return refuse(400, 100, "Unsupported request. Object does not exist")
    if (!path[2]) return answer(200, { display_phone_number: "+91 98450 00000", id: phoneNumberId })
    if (mood === "too-many") return refuse(400, 130429, "(#130429) Rate limit hit")
    if (mood === "broken") return refuse(500, 131000, "Something went wrong")
    const asked = JSON.parse(body) as Asked
    const wrong = problemOf(asked)
    if (wrong) return refuse(...wrong)
    const { to = "", template, biz_opaque_callback_data: reference = "" } = asked
    if (mood === "not-on-whatsapp") return refuse(400, 131026, `Message undeliverable to ${to}`)
    const id = `wamid.${randomBytes(24).toString("base64")}`
    const values = (template?.components?.[0]?.parameters ?? []).map((one) => one.text ?? "")
    const language = template?.language?.code ?? ""
    messages.push({ id, to: `+${to}`, template: template?.name ?? "", language, values, reference })
    if (mood === "hang") return
    if (mood === "drop") return response.socket?.destroy()
    if (mood === "garbage") return response.end("<html>Welcome</html>")
    answer(200, { messaging_product: "whatsapp", contacts: [{ input: to, wa_id: to }], messages: [{ id }] })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ phoneNumberId, accessToken, appSecret, verifyToken, messages },
    behave(next) {
      mood = next
    },
    report({ id, to, reference }, status, secret = appSecret) {
      const errors = status === "failed" ? [{ code: 131026, title: "Message undeliverable" }] : undefined
      const about = { id, status, timestamp: "1795190400", recipient_id: to.slice(1), errors }
      const value = {
        messaging_product: "whatsapp",
        metadata: { display_phone_number: "919845000000", phone_number_id: phoneNumberId },
        statuses: [{ ...about, biz_opaque_callback_data: reference }],
      }
      const entry = [{ id: "102290129340398", changes: [{ value, field: "messages" }] }]
      // Spaces of their own choosing: the signature is over the bytes, not over what they say.
      const body = Buffer.from(JSON.stringify({ object: "whatsapp_business_account", entry }, null, 1))
      const signature = createHmac("sha256", secret).update(body).digest("hex")
      return { headers: new Headers({ "x-hub-signature-256": `sha256=${signature}` }), body }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What Meta refuses about a message, as it says it. */
function problemOf({ messaging_product, to = "", type, template }: Asked): [number, number, string] | null {
  if (messaging_product !== "whatsapp")
    return [400, 100, "(#100) The parameter messaging_product is required."]
  if (!/^\d{8,15}$/.test(to)) return [400, 100, "(#100) Invalid parameter: to"]
  if (type !== "template" || !template) return [400, 131047, "Re-engagement message"]
  const approved = APPROVED[template.name ?? ""]
  if (!approved?.languages.includes(template.language?.code ?? ""))
    return [404, 132001, "(#132001) Template name does not exist in the translation"]
  const [body] = template.components ?? []
  const values = body?.parameters ?? []
  if (body?.type !== "body" || values.length !== approved.values)
    return [400, 132000, "(#132000) Number of parameters does not match the expected number of params"]
  if (values.some((one) => one.type !== "text" || !one.text || /[\n\t]| {5}/.test(one.text)))
    return [400, 131008, "(#131008) Required parameter is missing"]
  return null
}
