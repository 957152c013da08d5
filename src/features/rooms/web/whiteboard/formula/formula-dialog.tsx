import { useEffect, useRef, useState } from "react"
import type { Formula } from "#contract/rooms/room-whiteboard.ts"
import { LONGEST_TEXT } from "#contract/rooms/whiteboard-page.ts"
import { Button } from "#ui/components/button.tsx"
import { Dialog } from "#ui/components/dialog.tsx"
import { Field, TextArea } from "#ui/forms/field.tsx"
import { formulaText as text } from "../../texts/formula.texts.ts"
import { FORMULA_PARTS, type FormulaPart } from "./formula-parts.ts"
import { drawFormula, imageOf } from "./formulas.ts"
import { whyNotDrawn } from "./why-not-drawn.ts"

/** A pause in typing after which the formula is drawn, in ms. */
const PAUSE_MS = 250

/** The height of a letter in the preview. */
const PREVIEW_REM = 1.75

type FormulaDialogProps = {
  color: string
  onClose: () => void
  /** A formula that was drawn goes onto the page. */
  onAdd: (formula: Formula & { drawing: NonNullable<Formula["drawing"]> }) => void
}

/** A formula is written in TeX, with buttons for its parts, and seen as it will stand on the page. */
export function FormulaDialog({ color, onClose, onAdd }: FormulaDialogProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [tex, setTex] = useState("")
  const [tried, setTried] = useState(false)
  const [adding, setAdding] = useState(false)
  const { formula, drawing, trouble } = useDrawn(tex.trim())

  function write({ before, after }: (typeof FORMULA_PARTS)[FormulaPart]) {
    const area = field.current
    if (!area) return
    const { selectionStart: from, selectionEnd: to, value } = area
    area.setRangeText(before + value.slice(from, to) + after, from, to)
    area.focus()
    area.setSelectionRange(from + before.length, to + before.length)
    setTex(area.value)
  }
  async function add() {
    setTried(true)
    setAdding(true)
    // Pressed before the pause in typing was over.
    const answer = tex.trim() === "" ? null : await drawFormula(tex.trim()).catch(() => null)
    setAdding(false)
    if (answer?.drawing) onAdd({ ...answer, drawing: answer.drawing })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button busy={adding} onClick={() => void add()}>
            {text.add}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field
          label={text.field}
          hint={text.hint}
          errors={problemOf(tex.trim(), formula, { tried, trouble })}
        >
          <TextArea
            ref={field}
            value={tex}
            rows={2}
            maxLength={LONGEST_TEXT}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            onChange={(event) => setTex(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.shiftKey) return
              event.preventDefault()
              void add()
            }}
          />
        </Field>
        <fieldset aria-label={text.parts} className="flex flex-wrap gap-2">
          {Object.entries(FORMULA_PARTS).map(([name, part]) => (
            <Button
              key={name}
              variant="secondary"
              size="sm"
              aria-label={text.names[name as FormulaPart]}
              onClick={() => write(part)}
              className="min-w-11 text-base"
            >
              {part.face}
            </Button>
          ))}
        </fieldset>
        <div
          data-formula={drawing ? "drawn" : "none"}
          className="grid min-h-24 place-items-center rounded-card bg-white p-4"
        >
          {drawing ? (
            <img
              src={imageOf(drawing, color)}
              alt={text.preview(tex.trim())}
              style={{ width: `${drawing.width * PREVIEW_REM}rem` }}
              className="max-w-full"
            />
          ) : (
            <p className="text-[#5a6478]">{text.nothing}</p>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Why a formula can't go onto the page; while it is typed only what more typing doesn't mend. */
function problemOf(
  tex: string,
  formula: Formula | null,
  { tried, trouble }: { tried: boolean; trouble: string | null },
): string | null {
  if (trouble) return trouble
  if (formula?.tex === tex && formula.unknown) return text.unknown(formula.unknown)
  if (!tried) return null
  if (tex === "") return text.empty
  return formula?.tex === tex && !formula.drawing ? text.unfinished : null
}

/** `trouble` is why the server said nothing of it. */
type Drawn = { formula: Formula | null; drawing: Formula["drawing"]; trouble: string | null }

const NOTHING: Drawn = { formula: null, drawing: null, trouble: null }

/** Returns what the server said of a formula after a pause in typing. A half-typed one leaves the last drawing. */
function useDrawn(tex: string): Drawn {
  const [drawn, setDrawn] = useState(NOTHING)
  useEffect(() => {
    if (tex === "") {
      setDrawn(NOTHING)
      return
    }
    let gone = false
    const timer = setTimeout(() => {
      drawFormula(tex).then(
        (formula) => {
          if (gone) return
          setDrawn((before) => ({
            formula,
            drawing: formula.drawing ?? before.drawing,
            trouble: null,
          }))
        },
        async (error: unknown) => {
          const trouble = await whyNotDrawn(error)
          if (!gone) setDrawn((before) => ({ ...before, trouble }))
        },
      )
    }, PAUSE_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [tex])
  return drawn
}
