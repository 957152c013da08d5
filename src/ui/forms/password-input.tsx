import Eye from "lucide-react/icons/eye"
import EyeOff from "lucide-react/icons/eye-off"
import { type ComponentProps, useState } from "react"
import { cx } from "../cx.ts"
import { useMessages } from "../messages/use-messages.ts"
import { controlClass, useControlProps } from "./field.tsx"

/** A password box with show and hide. Without scripts it is a plain password box. */
export function PasswordInput({ className, type: _, ...props }: ComponentProps<"input">) {
  const text = useMessages().field
  const [shown, setShown] = useState(false)
  return (
    <div className={cx("relative", className)}>
      <input
        autoComplete="current-password"
        {...props}
        {...useControlProps(props)}
        type={shown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
        className={cx(controlClass, "h-11 pr-12")}
      />
      <button
        type="button"
        aria-label={shown ? text.hidePassword : text.showPassword}
        data-shows-password={shown ? text.showPassword : text.hidePassword}
        onClick={() => setShown(!shown)}
        className="absolute top-0 right-0 grid size-11 place-items-center rounded-md text-ink-muted hover:text-ink noscript:hidden"
      >
        <Eye size={18} aria-hidden className={shown ? "hidden" : undefined} />
        <EyeOff size={18} aria-hidden className={shown ? undefined : "hidden"} />
      </button>
    </div>
  )
}
