import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { DeliveryUnanswered } from "#platform/jobs/delivery.ts"
import { SMTP_PASSWORD, SMTP_USER, type SmtpGateway, startSmtpGateway } from "#tests/gateways/smtp.ts"
import type { MailPort } from "./port.ts"
import { smtpMail } from "./smtp.ts"

let server: SmtpGateway
let port: MailPort
beforeAll(async () => {
  server = await startSmtpGateway()
  port = portWith(SMTP_PASSWORD)
})
beforeEach(() => {
  server.behave("accept")
  server.mails.length = 0
})
afterAll(() => server.close())

function portWith(password: string, at = server.port): MailPort {
  const from = "Kaksha <hello@kaksha.example>"
  return smtpMail({
    host: server.host,
    port: at,
    secure: false,
    user: SMTP_USER,
    password,
    from,
    timeoutMs: 2_000,
  })
}

const mail = {
  to: "asha@example.com",
  subject: "आपका कोड",
  text: "Your code is 123456",
  html: "<p>Your code is <b>123456</b></p>",
  reference: "0190b6f0-0000-7000-8000-000000000001",
}

test("ACC-09 a mail reaches a mailbox by SMTP with both of its forms and an id of ours", async () => {
  expect(await port.send(mail)).toMatchObject({ kind: "accepted" })
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]).toMatchObject({
    from: { address: "hello@kaksha.example", name: "Kaksha" },
    to: [{ address: "asha@example.com" }],
    subject: "आपका कोड",
    messageId: `<${mail.reference}@kaksha.example>`,
  })
  expect(server.mails[0]?.text).toContain("123456")
  expect(server.mails[0]?.html).toContain("<b>123456</b>")
})

test("CONT-01 CONT-04 a mail says whom an answer reaches and where one click unsubscribes", async () => {
  const unsubscribeUrl = "https://kaksha.example/subscription/end?key=abc"
  await port.send({ ...mail, unsubscribeUrl, replyTo: { name: "Devika, M.", address: "devika@example.com" } })
  const [sent] = server.mails
  expect(sent?.replyTo).toEqual([{ name: "Devika, M.", address: "devika@example.com" }])
  const header = (name: string) => sent?.headers.find(({ key }) => key === name)?.value
  expect(header("list-unsubscribe")).toBe(`<${unsubscribeUrl}>`)
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click")
})

test("ACC-09 a mail that the server puts off is tried again, one for nobody is not", async () => {
  server.behave("busy")
  expect(await port.send(mail)).toMatchObject({ kind: "refused", retryable: true })
  server.behave("unknown-person")
  expect(await port.send(mail)).toMatchObject({ kind: "refused", retryable: false })
})

test("ACC-09 a server that can't be reached, or refuses our password, has certainly not taken the mail", async () => {
  expect(await portWith("wrong").send(mail)).toMatchObject({ kind: "refused", retryable: true })
  const gone = await startSmtpGateway()
  await gone.close()
  expect(await portWith(SMTP_PASSWORD, gone.port).send(mail)).toMatchObject({
    kind: "refused",
    retryable: true,
  })
  expect(server.mails).toEqual([])
})

test("ACC-09 a mail whose answer is lost, or whose server vanished on the way, counts as unanswered", async () => {
  server.behave("vanish")
  await expect(port.send(mail)).rejects.toBeInstanceOf(DeliveryUnanswered)
  expect(server.mails).toEqual([])
  server.behave("drop")
  await expect(port.send(mail)).rejects.toBeInstanceOf(DeliveryUnanswered)
})
