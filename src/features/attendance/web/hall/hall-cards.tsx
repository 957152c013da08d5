import ScanLine from "lucide-react/icons/scan-line"
import { useState } from "react"
import { Button } from "#ui/components/button.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { buzz } from "../scan/buzz.ts"
import { Scanner } from "../scan/scanner.tsx"
import { findByCard } from "./find-by-card.ts"
import { hallTexts } from "./hall.texts.ts"
import type { DeviceStudent } from "./register-state.ts"

type HallCardsProps = {
  students: readonly DeviceStudent[]
  onCard: (student: DeviceStudent, card: string) => void
}

/** Reads the cards of students one after another, without a network too. Whom a scan marked is said below it. */
export function HallCards({ students, onCard }: HallCardsProps) {
  const text = useTexts(hallTexts)
  const [scans, setScans] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  async function take(card: string) {
    const student = await findByCard(students, card)
    buzz(student !== null)
    setSaid(student ? text.scanned(student.name) : text.unknownCard)
    if (student && student.state !== "present") onCard(student, card)
  }
  return (
    <div className="grid gap-3">
      <Button variant="secondary" onClick={() => setScans(!scans)}>
        <ScanLine size={18} aria-hidden />
        {scans ? text.stopScanning : text.scan}
      </Button>
      {scans ? (
        <>
          <Scanner label={text.camera} onCode={(card) => void take(card)} />
          <p role="status" data-scanned className="min-h-6 font-semibold">
            {said}
          </p>
        </>
      ) : null}
    </div>
  )
}
