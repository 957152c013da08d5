import type { AddressInfo, Socket } from "node:net"
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"

/**
 * What the server does with the next mail. "drop" accepts it and cuts the connection before it responds,
 * "vanish" cuts it while the mail is announced.
 */
export type SmtpMood = "accept" | "busy" | "unknown-person" | "drop" | "vanish"

export type SmtpGateway = {
  host: string
  port: number
  /** Every mail that would have reached a mailbox. */
  mails: Email[]
  behave(mood: SmtpMood): void
  close(): Promise<void>
}

export const SMTP_USER = "kaksha"
export const SMTP_PASSWORD = "mail-secret"

/** A mail server of the real protocol, with a password, on this port or a free one. */
export async function startSmtpGateway(port = 0): Promise<SmtpGateway> {
  const mails: Email[] = []
  let mood: SmtpMood = "accept"
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth({ username, password }, _session, done) {
      if (username === SMTP_USER && password === SMTP_PASSWORD) done(null, { user: username })
      else done(new Error("Invalid username or password"))
    },
    onRcptTo(_address, _session, done) {
      if (mood === "vanish") return endAll()
      if (mood === "unknown-person") return done(answer(550, "No such person here"))
      done()
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", async () => {
        if (mood === "busy") return done(answer(451, "Come back later"))
        mails.push(await PostalMime.parse(Buffer.concat(chunks)))
        if (mood === "drop") return endAll()
        done()
      })
    },
  })
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  server.on("error", () => {})
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready))
  return {
    host: "127.0.0.1",
    port: (server.server.address() as AddressInfo).port,
    mails,
    behave(next) {
      mood = next
    },
    close() {
      endAll()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
