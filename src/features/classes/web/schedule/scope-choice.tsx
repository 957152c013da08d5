import { useTexts } from "#ui/messages/use-messages.ts"
import { classTexts } from "../texts/class.texts.ts"

/** Whether a change of one class in a weekly series applies to those that follow. Posts `scope`. */
export function ScopeChoice({ legend }: { legend: string }) {
  const text = useTexts(classTexts).scopes
  return (
    <fieldset className="grid gap-2.5 rounded-md bg-surface-sunken/60 p-4 text-[0.9375rem]">
      <legend className="float-left mb-1 w-full text-sm font-semibold">{legend}</legend>
      {SCOPES.map((value) => (
        <label key={value} className="flex items-center gap-3">
          <input
            type="radio"
            name="scope"
            value={value}
            defaultChecked={value === "one"}
            className="size-5 shrink-0"
          />
          {text[value]}
        </label>
      ))}
    </fieldset>
  )
}

const SCOPES = ["one", "following"] as const
