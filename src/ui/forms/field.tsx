import ChevronDown from "lucide-react/icons/chevron-down"
import CircleAlert from "lucide-react/icons/circle-alert"
import { type ComponentProps, createContext, Fragment, type ReactNode, use, useId } from "react"
import { cx } from "../cx.ts"
import { useMessages } from "../messages/use-messages.ts"

/** A form library's data about a field, in the shape of conform's field metadata. */
export interface FieldState {
  id: string
  key?: string | undefined
  errorId?: string
  descriptionId?: string
  errors?: string[] | undefined
}

interface FieldLink {
  id: string
  describedBy: string | undefined
  invalid: boolean
}

const FieldContext = createContext<FieldLink | null>(null)

interface FieldProps {
  label: ReactNode
  /** conform's field metadata; without it pass `errors` (and `id`, if the control has one of its own). */
  field?: FieldState
  id?: string
  errors?: string[] | string | null | undefined
  hint?: ReactNode
  /** Marks an optional field; required is the rule and carries no mark. */
  optional?: boolean
  /** Keeps the label for screen readers only, as over a search box. */
  hideLabel?: boolean
  className?: string
  children?: ReactNode
}

/** One labelled control. The control inside gets its id, aria-describedby and aria-invalid from here. */
export function Field({
  label,
  field,
  id,
  errors,
  hint,
  optional,
  hideLabel,
  className,
  children,
}: FieldProps) {
  const text = useMessages()
  const link = useFieldLink({ field, id, errors, hint })
  return (
    <div className={cx("grid content-start gap-1.5", className)}>
      <label htmlFor={link.id} className={hideLabel ? "sr-only" : "text-sm font-semibold"}>
        {label}
        {optional ? <span className="font-normal text-ink-muted"> ({text.field.optional})</span> : null}
      </label>
      <FieldContext value={link}>
        <Fragment key={field?.key}>{children}</Fragment>
      </FieldContext>
      <FieldNotes hint={hint} hintId={link.hintId} error={link.error} errorId={link.errorId} />
    </div>
  )
}

function useFieldLink({ field, id, errors, hint }: Pick<FieldProps, "field" | "id" | "errors" | "hint">) {
  const ownId = useId()
  const controlId = field?.id ?? id ?? ownId
  const error = [errors ?? field?.errors ?? []].flat()[0]
  const errorId = field?.errorId ?? `${controlId}-error`
  const hintId = field?.descriptionId ?? `${controlId}-hint`
  const describedBy = [hint ? hintId : null, error ? errorId : null].filter(Boolean).join(" ") || undefined
  return { id: controlId, describedBy, invalid: Boolean(error), error, errorId, hintId }
}

interface FieldNotesProps {
  hint: ReactNode
  hintId: string
  error: string | undefined
  errorId: string
}

/** Shown below a control: its hint and its error. */
export function FieldNotes({ hint, hintId, error, errorId }: FieldNotesProps) {
  return (
    <>
      {hint ? (
        <p id={hintId} className="text-sm text-ink-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        // A page without React doesn't load itself anew meanwhile: what was refused is the value it was sent with.
        <p id={errorId} data-in-use className="flex items-start gap-1.5 text-sm font-medium text-danger">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
          {error}
        </p>
      ) : null}
    </>
  )
}

interface AriaProps {
  id?: string | undefined
  "aria-describedby"?: string | undefined
  "aria-invalid"?: ComponentProps<"input">["aria-invalid"]
}

/** Merges the surrounding Field's attributes with the control's own props, naming each description once. */
export function useControlProps(props: AriaProps): AriaProps {
  const field = use(FieldContext)
  const ids = [field?.describedBy, props["aria-describedby"]].flatMap((list) => list?.split(" ") ?? [])
  return {
    id: props.id ?? field?.id,
    "aria-describedby": [...new Set(ids)].join(" ") || undefined,
    "aria-invalid": (props["aria-invalid"] ?? field?.invalid) || undefined,
  }
}

export const controlClass =
  "w-full min-w-0 rounded-md border border-line-strong bg-surface px-3.5 text-base text-ink transition-colors " +
  "placeholder:text-ink-muted hover:not-disabled:border-ink-muted focus-visible:outline-offset-0 " +
  "focus-visible:border-focus aria-invalid:border-danger " +
  "aria-invalid:bg-[color-mix(in_oklab,var(--danger-tint)_40%,var(--surface))] " +
  "disabled:bg-surface-sunken disabled:text-ink-muted disabled:cursor-not-allowed"

export function TextInput({ className, ...props }: ComponentProps<"input">) {
  return (
    <input
      type="text"
      {...props}
      {...useControlProps(props)}
      className={cx(controlClass, "h-11", className)}
    />
  )
}

export function TextArea({ className, rows = 4, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...props}
      {...useControlProps(props)}
      rows={rows}
      className={cx(controlClass, "min-h-24 py-2.5 leading-relaxed", className)}
    />
  )
}

export interface SelectOption {
  value: string
  label: string
}

interface SelectInputProps extends ComponentProps<"select"> {
  /** Plain options; or give `<option>` elements as children. */
  options?: readonly (SelectOption | string)[]
  /** The first, empty choice. */
  placeholder?: string
}

export function SelectInput({ options, placeholder, className, children, ...props }: SelectInputProps) {
  return (
    <div className={cx("relative", className)}>
      <select
        {...props}
        {...useControlProps(props)}
        className={cx(controlClass, "h-11 appearance-none pr-10")}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options?.map((option) => {
          const { value, label } = typeof option === "string" ? { value: option, label: option } : option
          return (
            <option key={value} value={value}>
              {label}
            </option>
          )
        })}
        {children}
      </select>
      <ChevronDown
        size={18}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-muted"
        aria-hidden
      />
    </div>
  )
}

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode
  field?: FieldState
  errors?: string[] | string | null | undefined
  hint?: ReactNode
  /** Accepted and ignored: conform sends it, and a checkbox is always one. */
  type?: "checkbox"
}

/** A checkbox with its own label, hint and error: it needs no Field around it. */
export function Checkbox({ label, field, errors, hint, className, type: _, ...props }: CheckboxProps) {
  const link = useFieldLink({ field, id: props.id, errors, hint })
  return (
    <div className={cx("grid gap-1.5", className)}>
      <FieldContext value={link}>
        <label htmlFor={link.id} className="flex items-start gap-3 text-[0.9375rem] leading-snug">
          <CheckboxInput key={field?.key} {...props} />
          <span>{label}</span>
        </label>
      </FieldContext>
      <FieldNotes hint={hint} hintId={link.hintId} error={link.error} errorId={link.errorId} />
    </div>
  )
}

function CheckboxInput(props: ComponentProps<"input">) {
  return <input {...props} {...useControlProps(props)} type="checkbox" className="mt-px size-5 shrink-0" />
}
