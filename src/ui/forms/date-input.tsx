import { type ComponentProps, useEffect, useRef, useState } from "react"
import { formatDateIn } from "#shared/time.ts"
import { cx } from "../cx.ts"
import { LANGUAGE_TAGS } from "../language.ts"
import { useLanguage, useMessages } from "../messages/use-messages.ts"
import { useHydrated } from "../use-hydrated.ts"
import { controlClass, useControlProps } from "./field.tsx"

/**
 * The browser's own date control, with its picker and keyboard. Many browsers in India run in American English, which
 * writes the 4th of March as 03/04, so the chosen date is shown over it as the page writes dates, while nobody edits it.
 */
export function DateInput({ className, onChange, ...props }: ComponentProps<"input">) {
  const ref = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const tag = LANGUAGE_TAGS[useLanguage()]
  const text = useMessages().field
  const [value, setValue] = useState(String(props.defaultValue ?? ""))
  // A date typed in part is no value, and must stay visible.
  const [partial, setPartial] = useState(false)
  useEffect(() => {
    const form = ref.current?.form
    const show = () => setValue(ref.current?.value ?? "")
    // A browser that went back to the page may have kept another date.
    show()
    // The fields have their first values again only after the event.
    const read = () => queueMicrotask(show)
    form?.addEventListener("reset", read)
    return () => form?.removeEventListener("reset", read)
  }, [])
  return (
    <div className={cx("relative", className)}>
      <input
        {...props}
        {...useControlProps(props)}
        ref={ref}
        type="date"
        onBlur={(event) => setPartial(event.target.validity.badInput)}
        onChange={(event) => {
          setValue(event.target.value)
          onChange?.(event)
        }}
        className={cx(controlClass, "peer h-11")}
      />
      {hydrated && !partial ? (
        <span
          aria-hidden
          className={cx(
            "pointer-events-none absolute inset-y-px right-11 left-px flex items-center rounded-md bg-surface pl-3.5 peer-focus:hidden peer-disabled:hidden",
            // The ground of a refused field.
            "peer-aria-invalid:bg-[color-mix(in_oklab,var(--danger-tint)_40%,var(--surface))]",
            !value && "text-ink-muted",
          )}
        >
          {/^\d{4}-\d\d-\d\d$/.test(value) ? formatDateIn(tag, value) : text.chooseDate}
        </span>
      ) : null}
    </div>
  )
}
