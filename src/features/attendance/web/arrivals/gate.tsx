import ScanLine from "lucide-react/icons/scan-line"
import { Suspense, useState } from "react"
import { useRevalidator } from "react-router"
import type { GateChild } from "#contract/attendance/check-ins.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { latePart } from "#ui/late-part.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { buzz } from "../scan/buzz.ts"
import { gateTexts } from "./gate.texts.ts"
import { GateChildCard } from "./gate-child.tsx"
import { type Jsonified, type ShownAtGate, useGate } from "./use-gate.ts"

const Scanner = latePart(async () => (await import("../scan/scanner.tsx")).Scanner)

type GateProps = { zone: string; stillHere: readonly GateChild[] }

/** The code or card that is shown, the children it is about, and the young children who are still here. */
export function Gate({ zone, stillHere }: GateProps) {
  const text = useTexts(gateTexts)
  const { revalidate } = useRevalidator()
  const gate = useGate(() => void revalidate())
  const hydrated = useHydrated()
  const [scans, setScans] = useState(false)
  const shownIds = new Set(gate.shown?.children.map(({ student_id }) => student_id))
  return (
    <>
      <Card>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void gate.show(gate.typed)
          }}
        >
          <div className="flex items-start gap-3">
            <Field label={text.code} hint={text.hint} errors={gate.codeProblem} className="min-w-0 flex-1">
              <TextInput
                value={gate.typed}
                onChange={(event) => gate.type(event.target.value)}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={100}
                className="text-xl font-semibold tracking-wider"
              />
            </Field>
            <Button type="submit" busy={gate.busy} disabled={!hydrated} className="mt-6.5">
              {text.show}
            </Button>
          </div>
          {hydrated ? (
            <Button type="button" variant="secondary" className="w-fit" onClick={() => setScans(!scans)}>
              <ScanLine size={18} aria-hidden />
              {scans ? text.stopScanning : text.scan}
            </Button>
          ) : null}
          {scans ? (
            <Suspense fallback={null}>
              <Scanner label={text.camera} onCode={(read) => void gate.show(read).then(buzz)} />
            </Suspense>
          ) : null}
        </form>
      </Card>
      {gate.shown ? <Shown shown={gate.shown} gate={gate} zone={zone} /> : null}
      <Card title={text.stillHere} description={text.stillHereText}>
        {stillHere.length === 0 ? <p className="text-ink-muted">{text.nobodyHere}</p> : null}
        <div className="grid gap-4">
          {stillHere
            .filter(({ student_id }) => !shownIds.has(student_id))
            .map((child) => (
              <GateChildCard key={child.student_id} child={child} gate={gate} zone={zone} code={null} />
            ))}
        </div>
      </Card>
    </>
  )
}

type ShownProps = { shown: ShownAtGate; gate: ReturnType<typeof useGate>; zone: string }

function Shown({ shown, gate, zone }: ShownProps) {
  const text = useTexts(gateTexts)
  return (
    <Card title={shown.guardian ? text.childrenOf(shown.guardian) : text.byCard} data-gate-shown>
      <div className="grid gap-4">
        {shown.children.map((child: Jsonified<GateChild>) => (
          <GateChildCard key={child.student_id} child={child} gate={gate} zone={zone} code={shown.code} />
        ))}
      </div>
    </Card>
  )
}
