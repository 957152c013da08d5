import { data } from "react-router"
import { pageRequest, safePath } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { languageOf } from "#ui/language.ts"
import { AuthLayout } from "#ui/layout/auth-layout.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/lan-pin.page.ts"
import { lanPinTexts } from "./lan-pin.texts.ts"

export const handle = { static: true, translated: true, bare: true }

/** The error of the PIN is in the address, because the gate responds before any page does. */
export function loader({ request, context }: Route.LoaderArgs) {
  if (!context.get(pageRequest).lan) throw data(null, { status: 404 })
  const { searchParams } = new URL(request.url)
  const wait = Number(searchParams.get("wait"))
  return {
    to: safePath(searchParams.get("to"), "/"),
    wrong: searchParams.has("wrong"),
    wait: Number.isInteger(wait) && wait > 0 && wait <= 60 ? wait : null,
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: lanPinTexts[languageOf(matches)].metaTitle }, { name: "robots", content: "noindex" }]
}

/** Asks a device of the local network for the trial's PIN. */
export default function LanPinPage({ loaderData }: Route.ComponentProps) {
  const text = useTexts(lanPinTexts)
  const { to, wrong, wait } = loaderData
  const problem = wait === null ? wrong && text.wrong : text.wait(wait)
  return (
    <AuthLayout title={text.title} description={text.lead}>
      <form method="get" action="/pin" className="grid gap-5">
        <input type="hidden" name="to" value={to} />
        <Field label={text.label} hint={text.hint} errors={problem || null}>
          <TextInput name="pin" inputMode="numeric" autoComplete="off" required maxLength={20} autoFocus />
        </Field>
        <Button type="submit">{text.go}</Button>
      </form>
    </AuthLayout>
  )
}
