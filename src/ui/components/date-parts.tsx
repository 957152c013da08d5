import type { ReactNode } from "react"
import { cx } from "../cx.ts"
import { controlClass, FieldNotes } from "../forms/field.tsx"
import type { FieldMetadata } from "../forms/use-form.ts"

const PARTS = ["day", "month", "year"] as const
export type DatePart = (typeof PARTS)[number]
export type DateParts = Record<DatePart, string>

interface DatePartsFieldProps {
  label: ReactNode
  /** The three controls are posted under this field's name, as `name.day` and so on. */
  field: FieldMetadata<unknown>
  labels: Record<DatePart, string>
  hint: ReactNode
  /** The browser may fill in the person's own birthday. */
  autoComplete?: boolean
  onChange?: (parts: DateParts) => void
}

/** The parts as they were typed before. */
export function typedParts(field: FieldMetadata<unknown>): DateParts {
  const typed = (field.initialValue ?? {}) as unknown as Partial<DateParts>
  return { day: typed.day ?? "", month: typed.month ?? "", year: typed.year ?? "" }
}

/**
 * A date that people know by heart, in three fields to type: day, month, year. A calendar would ask for a hundred
 * clicks, and one field would leave open which number is the month.
 */
export function DatePartsField({ label, field, labels, hint, autoComplete, onChange }: DatePartsFieldProps) {
  const error = field.errors?.[0]
  const typed = typedParts(field)
  const describedBy = [field.descriptionId, error ? field.errorId : null].filter(Boolean).join(" ")
  return (
    <fieldset
      key={field.key}
      className="grid min-w-0 gap-1.5"
      aria-describedby={describedBy}
      onChange={(event) => onChange?.(readParts(event.currentTarget))}
    >
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="flex gap-3">
        {PARTS.map((part) => (
          <div key={part} className={cx("grid gap-1", part === "year" ? "w-24" : "w-18")}>
            <label htmlFor={`${field.id}-${part}`} className="text-sm text-ink-muted">
              {labels[part]}
            </label>
            <input
              id={`${field.id}-${part}`}
              name={`${field.name}.${part}`}
              type="text"
              inputMode="numeric"
              required
              maxLength={part === "year" ? 4 : 2}
              defaultValue={typed[part]}
              autoComplete={autoComplete ? `bday-${part}` : "off"}
              aria-invalid={error ? true : undefined}
              className={cx(controlClass, "h-11 tabular-nums")}
            />
          </div>
        ))}
      </div>
      <FieldNotes hint={hint} hintId={field.descriptionId} error={error} errorId={field.errorId} />
    </fieldset>
  )
}

function readParts(set: HTMLFieldSetElement): DateParts {
  const [day = "", month = "", year = ""] = [...set.querySelectorAll("input")].map((input) => input.value)
  return { day, month, year }
}
