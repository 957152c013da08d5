import { eq } from "drizzle-orm"
import { students } from "#features/accounts/server/table.ts"
import type { ClassRow } from "#features/classes/server/service.ts"
import { listTold } from "#features/guardians/server/links.ts"
import { fitVariable } from "#features/notifications/rules.ts"
import { type Recipient, tellPeople, type Words } from "#features/notifications/server/tell.ts"
import type { Ctx } from "#platform/context.ts"
import { formatDate, formatTime, formatTimeIn, HOUR, timeInZone } from "#shared/time.ts"

/** News of an arrival is of no use later. */
const USEFUL_MS = HOUR

/** Tells a student's guardians who want to hear of it that the student arrived. */
export async function tellArrival(tx: Ctx, row: ClassRow, studentId: string, at: Date): Promise<void> {
  const told = await listTold(tx, [studentId])
  const [child] = told.length > 0 ? await namesOf(tx, studentId) : []
  if (!child) return
  await tellPeople(tx, {
    topic: "arrivals",
    // A class that was moved to another day is come to again.
    kind: `arrival:${studentId}:${row.scheduled_date}`,
    cause_id: row.id,
    people: told.map(({ guardian_id }) => guardian_id),
    about: [studentId],
    channels: ["email", "phone"],
    send_before: new Date(at.getTime() + USEFUL_MS),
    write: (person) => arrivalWords(tx, row, person, child.first_name, at),
  })
}

function namesOf(tx: Ctx, studentId: string) {
  return tx.db
    .select({ first_name: students.first_name })
    .from(students)
    .where(eq(students.user_id, studentId))
}

function arrivalWords(
  { address, brand, env }: Pick<Ctx, "address" | "brand" | "env">,
  row: ClassRow,
  { language, first_name }: Recipient,
  child: string,
  at: Date,
): Words {
  const wall = timeInZone(at, env.TIME_ZONE)
  const time = formatTimeIn(`${language}-IN`, wall)
  const place = row.venue_name ? `${row.title}, ${row.venue_name}` : row.title
  const href = "/family"
  const said =
    language === "hi"
      ? {
          title: `${child} का सेंटर पर चेक-इन हुआ`,
          lockScreen: "सेंटर पर चेक-इन हुआ",
          text: `चेक-इन ${time} हुआ: ${place}।`,
          hello: `नमस्ते ${first_name},`,
          button: "परिवार का पेज खोलें",
        }
      : {
          title: `${child} has arrived`,
          lockScreen: "Checked in at the centre",
          text: `Checked in at ${time}: ${place}.`,
          hello: `Hello ${first_name},`,
          button: "Open your family page",
        }
  return {
    title: said.title,
    text: said.text,
    href,
    mail: {
      subject: said.title,
      paragraphs: [said.hello, said.text],
      button: { label: said.button, url: `${address.replace(/\/+$/, "")}${href}` },
    },
    // A locked phone shows no child's name.
    push: { title: said.lockScreen, text: said.text },
    whatsapp: { title: said.title, text: said.text },
    sms: smsWords(row, child, formatTime(wall), brand.name),
  }
}

/** By the template of changes in a class, which is in English. */
function smsWords(row: ClassRow, child: string, time: string, academy: string): Words["sms"] {
  const classDate = formatDate(row.scheduled_date)
    .replace(/^\p{L}+, /u, "")
    .replace(",", "")
  const change = `checked in at ${time}`
  return {
    text: `${child}: ${row.title} (${classDate}, ${formatTime(row.start_time)}): ${change}. - ${academy}`,
    variables: {
      studentName: fitVariable(child),
      className: fitVariable(row.title),
      classDate,
      classTime: fitVariable(formatTime(row.start_time)),
      change: fitVariable(change),
    },
  }
}
