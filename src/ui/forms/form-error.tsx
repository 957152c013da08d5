import CircleAlert from "lucide-react/icons/circle-alert"
import { useEffect, useRef } from "react"
import { useMessages } from "../messages/use-messages.ts"

export type FormIssue = string | { message: string; fieldId: string }

interface FormErrorProps {
  /** What is wrong with the form as a whole, or a list that links to its fields. Nothing is shown when empty. */
  issues?: readonly FormIssue[] | null | undefined
  title?: string
  id?: string
}

/** The summary above a form that was refused. It takes the focus each time it appears or changes. */
export function FormError({ issues, title, id }: FormErrorProps) {
  const text = useMessages().errors
  const box = useRef<HTMLDivElement>(null)
  const said = JSON.stringify(issues ?? [])
  useEffect(() => {
    if (said !== "[]") box.current?.focus()
  }, [said])
  if (!issues?.length) return null
  return (
    <div
      ref={box}
      id={id}
      role="alert"
      tabIndex={-1}
      data-in-use
      className="flex gap-3 rounded-card border border-danger/40 bg-danger-tint p-4 text-[0.9375rem]"
    >
      <CircleAlert size={20} className="mt-px shrink-0 text-danger" aria-hidden />
      <div className="grid gap-1">
        <p className="font-semibold text-danger">{title ?? text.formTitle}</p>
        <ul className="grid gap-1">
          {issues.map((issue) =>
            typeof issue === "string" ? (
              <li key={issue}>{issue}</li>
            ) : (
              <li key={issue.fieldId}>
                <a href={`#${issue.fieldId}`} className="underline underline-offset-4">
                  {issue.message}
                </a>
              </li>
            ),
          )}
        </ul>
      </div>
    </div>
  )
}
