import { expect, test } from "vitest"
import { CALL_OUTCOMES } from "#contract/classes/demo-requests.ts"
import { GuardianProof, GuardianSeen } from "#contract/guardians/confirming.ts"
import { CONSENT_PURPOSES } from "#contract/guardians/consents.ts"
import { RECORDING_VISIBILITIES } from "#contract/recordings/recordings.ts"
import { cardText } from "#features/programs/web/texts/program-card.text.ts"
import { cardTextHi } from "#features/programs/web/texts/programs.text.hi.ts"
import { settingsTextHi } from "../settings/settings.text.hi.ts"
import { settingsText } from "../settings/settings.text.ts"
import { auditDetailTextHi } from "./audit-detail.text.hi.ts"
import { auditDetailText } from "./audit-detail.text.ts"
import { describeDetail, describeSubject } from "./audit-detail.ts"

const MEERA = "0198c0de-0000-7000-8000-000000000001"
const RAVI = "0198c0de-0000-7000-8000-000000000002"
const names = { [MEERA]: "Meera Iyer", [RAVI]: "Ravi Nair" }

type Detail = Parameters<typeof describeDetail>[0]["detail"]
const said = (
  action: string,
  detail: Detail,
  detail_names: Record<string, string> = names,
  text = auditDetailText,
) => {
  const programs = text === auditDetailTextHi ? cardTextHi : cardText
  return describeDetail({ action, detail, detail_names }, text, programs).join(" ")
}

test("ACC-12 the log says in a sentence how a guardian was confirmed, and on what a consent rests", () => {
  const known = { guardian_id: RAVI, known_how: "signed_paper", known_seen: "own_records" }
  expect(said("guardian.known", known)).toBe(
    "Guardian: Ravi Nair. Confirmed by a signed form, checked against our own records.",
  )
  expect(said("consent.give", { purpose: "recording", notice_version: 1, how: "guardian" })).toBe(
    "Recording of classes, on the guardian's page.",
  )
})

test("ACC-12 a change is told from the old value to the new one, with names and units", () => {
  const mark = { student_id: MEERA, from: "absent", to: "present", correction_id: crypto.randomUUID() }
  expect(said("attendance.mark", mark)).toBe("For Meera Iyer. From absent to present.")
  expect(said("class.substitute", { from: RAVI, to: MEERA })).toBe("From Ravi Nair to Meera Iyer.")
  expect(said("program.edit", { price_paise_from: 199_900, price_paise_to: 249_900 })).toBe(
    "Price: from ₹1,999 to ₹2,499.",
  )
  expect(said("settings.change", { from: false, to: true })).toBe("From off to on.")
  expect(said("sms.identity", { header_from: null, header_to: "KAKSHA" })).toBe("Sender id: to “KAKSHA”.")
})

test("ACC-12 NAV-11 a program's changed level, curriculum and the like are called as the reader's forms call them", () => {
  const edited = {
    ...{ level_from: "Beginner", level_to: "Advanced", curriculum_from: "General", curriculum_to: "CBSE" },
    ...{ grade_from: "All", grade_to: "3-6", service_from: "Sports", service_to: "Music" },
    ...{ duration_from: "6 months", duration_to: "20 hours" },
  }
  const english = said("program.edit", edited)
  expect(english).toContain("Level: from Beginner to Advanced.")
  expect(english).toContain("Grade: from All classes to Classes 3 to 6.")
  const hindi = said("program.edit", edited, names, auditDetailTextHi)
  expect(hindi).not.toMatch(/[a-z]{2}/)
  for (const name of [cardTextHi.levelName("Advanced"), cardTextHi.serviceName("Music")])
    expect(hindi).toContain(name)
})

test("ACC-12 no id and no code reaches a reader of the log", () => {
  const details: [string, Detail][] = [
    ...GuardianProof.options.flatMap((known_how) =>
      GuardianSeen.options.map((known_seen): [string, Detail] => [
        "guardian.known",
        { guardian_id: RAVI, known_how, known_seen },
      ]),
    ),
    ...CONSENT_PURPOSES.flatMap((purpose) =>
      ["guardian", "self", "paper"].map((how): [string, Detail] => ["consent.withdraw", { purpose, how }]),
    ),
    ...CALL_OUTCOMES.map((to): [string, Detail] => ["demo-request.call", { from: null, to }]),
    ...RECORDING_VISIBILITIES.map((value): [string, Detail] => [
      "recording.show",
      { visibility_from: null, visibility_to: value },
    ]),
    ["attendance.answer", { student_id: MEERA, from: null, to: "could_not_join" }],
    ["lesson.add", { lesson_id: MEERA }],
    ["class.substitute", { from: RAVI, to: MEERA }],
    ["room.allowance", { person_id: MEERA, screen_share_from: null, screen_share_to: true }],
    ["student.date-of-birth", { was_under_18: true, under_18: false }],
    ["invitation.make", { how: "mail" }],
    ["import.confirm", { kind: "courses", created: 4, same: 1 }],
  ]
  for (const [action, detail] of details) {
    // Names are gone with the people: what is left must still read as words.
    expect(said(action, detail, {})).not.toMatch(/_|undefined|null|[0-9a-f]{8}-/)
    expect(said(action, detail, {}, auditDetailTextHi), action).not.toMatch(/[a-z]{2}/i)
  }
  expect(said("lesson.add", { lesson_id: RAVI }, {})).toBe("")
})

test("ACC-12 a changed setting and an exported list are called by their names", () => {
  const about = (action: string, subject_id: string) =>
    describeSubject({ action, subject_id }, auditDetailText, settingsText)
  expect(about("settings.change", "quiet_from_hour")).toBe("Quiet hours start (hour, 0 to 23)")
  expect(about("export.list", "courses")).toBe("programs")
  const inHindi = { action: "settings.change", subject_id: "quiet_from_hour" }
  expect(describeSubject(inHindi, auditDetailTextHi, settingsTextHi)).toBe(
    settingsTextHi.settings.quiet_from_hour.label,
  )
})

test("ACC-12 NAV-11 what was recorded is told in Hindi as well", () => {
  const price = { price_paise_from: 199_900, price_paise_to: 249_900 }
  expect(said("program.edit", price, names, auditDetailTextHi)).toBe("क़ीमत: पहले ₹1,999, अब ₹2,499।")
  expect(said("settings.change", { from: false, to: true }, names, auditDetailTextHi)).toBe("पहले बंद, अब चालू।")
  const mark = { student_id: MEERA, from: "absent", to: "present" }
  expect(said("attendance.mark", mark, names, auditDetailTextHi)).toBe(
    "Meera Iyer के लिए। पहले ग़ैरहाज़िर, अब हाज़िर।",
  )
})
