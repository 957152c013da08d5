import Moon from "lucide-react/icons/moon"
import Sun from "lucide-react/icons/sun"
import type { SubmitEvent } from "react"
import { cx } from "../cx.ts"
import { useMessages } from "../messages/use-messages.ts"
import { applyTheme, isTheme, THEMES, type Theme } from "../theme.ts"

/*
 * Both are forms that post `theme` to /theme, so they work without scripts; with them the page changes in place.
 */
function changeInPlace(event: SubmitEvent<HTMLFormElement>) {
  const value = (event.nativeEvent.submitter as HTMLButtonElement | null)?.value
  if (!isTheme(value)) return
  event.preventDefault()
  applyTheme(value)
}

const iconButton = "size-11 place-items-center rounded-md text-ink-muted hover:bg-ink/7 hover:text-ink"

/** One button that turns light into dark and back. Which of the two shows is left to the style sheet. */
export function ThemeToggle({ className }: { className?: string | undefined }) {
  const text = useMessages().theme
  return (
    <form method="post" action="/theme" data-theme-form onSubmit={changeInPlace} className={className}>
      <button
        type="submit"
        name="theme"
        value="dark"
        aria-label={text.toDark}
        className={cx(iconButton, "grid dark:hidden")}
      >
        <Moon size={20} aria-hidden />
      </button>
      <button
        type="submit"
        name="theme"
        value="light"
        aria-label={text.toLight}
        className={cx(iconButton, "hidden dark:grid")}
      >
        <Sun size={20} aria-hidden />
      </button>
    </form>
  )
}

/** All three choices, for the footer and the account page. */
export function ThemeChoice({ theme }: { theme: Theme }) {
  const text = useMessages().theme
  return (
    <form method="post" action="/theme" data-theme-form onSubmit={changeInPlace}>
      <fieldset className="inline-flex rounded-md border border-current/25 p-0.5">
        <legend className="sr-only">{text.label}</legend>
        {THEMES.map((value) => (
          <button
            key={value}
            type="submit"
            name="theme"
            value={value}
            aria-pressed={value === theme}
            className="h-8 rounded-sm px-3 text-sm font-medium aria-pressed:bg-current/15 aria-pressed:font-semibold"
          >
            {text[value]}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
