import { useState } from "react"
import type { GateChild } from "#contract/attendance/check-ins.ts"
import { formatTimeIn, timeInZone } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { gateTexts } from "./gate.texts.ts"
import type { Jsonified, useGate } from "./use-gate.ts"

type Child = GateChild | Jsonified<GateChild>
type Gate = ReturnType<typeof useGate>

type GateChildProps = {
  child: Child
  gate: Gate
  zone: string /** Null for a child nobody showed a code for. */
  code: string | null
}

/** One child at the gate, with today's classes on premises and what can be done about each. */
export function GateChildCard({ child, gate, zone, code }: GateChildProps) {
  const text = useTexts(gateTexts)
  // A child who stayed for a second class is handed over once, after the last.
  const last = child.classes.findLast(({ checked_in_at }) => checked_in_at !== null)
  return (
    <section
      aria-label={child.name}
      data-gate-child={child.student_id}
      className="grid gap-3 rounded-card border border-line p-4"
    >
      <h3 className="text-lg font-semibold">{child.name}</h3>
      {child.classes.length === 0 ? <p className="text-ink-muted">{text.noClass}</p> : null}
      <ul className="grid gap-4">
        {child.classes.map((one) => (
          <GateClass key={one.class_id} last={one === last} {...{ child, one, gate, zone, code }} />
        ))}
      </ul>
    </section>
  )
}

type GateClassProps = GateChildProps & { one: Child["classes"][number]; last: boolean }

function GateClass({ child, one, last, gate, zone, code }: GateClassProps) {
  const text = useTexts(gateTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { class_id, title, start_time, end_time, venue_name, open } = one
  const at = (instant: Date | string) => formatTimeIn(tag, timeInZone(new Date(instant), zone))
  const { student_id } = child
  const problem = gate.problemAt({ student_id, class_id })
  return (
    <li className="grid gap-3" data-gate-class={class_id}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="grid min-w-0">
          <span className="font-medium">{title}</span>
          <span className="text-sm text-ink-muted">
            {[`${formatTimeIn(tag, start_time)} – ${formatTimeIn(tag, end_time)}`, venue_name]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </span>
        {one.signed_out_at ? (
          <Badge tone="neutral">{text.signedOut(one.signed_out_to ?? "", at(one.signed_out_at))}</Badge>
        ) : one.checked_in_at ? (
          <Badge tone="success">{text.here(at(one.checked_in_at))}</Badge>
        ) : open && code ? null : (
          <span className="text-sm text-ink-muted">{text.notOpen}</span>
        )}
        {/* Also for a child who left and came back, or who waited for a class that was moved. */}
        {open && code ? (
          <Button busy={gate.busy} onClick={() => void gate.checkIn({ code, student_id, class_id })}>
            {text.checkIn}
          </Button>
        ) : null}
      </div>
      {last && !one.signed_out_at ? <SignOut {...{ child, class_id, gate }} /> : null}
      {problem ? (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      ) : null}
    </li>
  )
}

const OTHER = "other"

/** To whom the child is handed over: a guardian, somebody whom a guardian named, or somebody else by name. */
function SignOut({ child, class_id, gate }: { child: Child; class_id: string; gate: Gate }) {
  const text = useTexts(gateTexts)
  const people = [
    ...child.guardians.map(({ id, name }) => ({ value: `g ${id}`, name, to: { guardian_id: id } })),
    ...child.collectors.map(({ id, name }) => ({ value: `c ${id}`, name, to: { collector_id: id } })),
  ]
  const [chosen, setChosen] = useState(people[0]?.value ?? OTHER)
  const [name, setName] = useState("")
  const [missing, setMissing] = useState(false)
  function signOut() {
    const known = people.find(({ value }) => value === chosen)
    setMissing(!known && name.trim() === "")
    if (known || name.trim() !== "")
      void gate.signOut({ student_id: child.student_id, class_id, to: known?.to ?? { name: name.trim() } })
  }
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label={text.collectedBy} className="min-w-0 flex-1 basis-48">
        <SelectInput value={chosen} onChange={(event) => setChosen(event.target.value)}>
          {people.map(({ value, name: shown }) => (
            <option key={value} value={value}>
              {shown}
            </option>
          ))}
          <option value={OTHER}>{text.somebodyElse}</option>
        </SelectInput>
      </Field>
      {chosen === OTHER ? (
        <Field
          label={text.name}
          hint={text.nameHint}
          errors={missing ? text.enterName : null}
          className="min-w-0 flex-1 basis-48"
        >
          <TextInput value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
        </Field>
      ) : null}
      <Button variant="secondary" busy={gate.busy} onClick={signOut} className="sm:mt-6.5">
        {text.signOut}
      </Button>
    </div>
  )
}
