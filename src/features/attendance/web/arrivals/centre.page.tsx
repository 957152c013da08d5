import { redirect, useSubmit } from "react-router"
import { z } from "zod"
import { dashboardPath, pageRequest, requireViewer } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { QueryForm } from "#ui/forms/query-form.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import type { Route } from "./+types/centre.page.ts"
import { centreTexts } from "./centre.texts.ts"
import { CentreCode } from "./centre-code.tsx"

export const handle = { translated: true }

const Query = z.object({ venue: z.string().max(200).optional().catch(undefined) })

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: centreTexts[languageOf(matches)].title }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { role } = requireViewer(page, request, "/teacher-auth")
  if (role !== "instructor" && role !== "admin") throw redirect(dashboardPath(role))
  const { venue } = Query.parse(Object.fromEntries(url.searchParams))
  const first = await page.api.attendance.centreCodes({})
  // A screen that names no venue is for the only one.
  const chosen = venue ?? first.venues[0] ?? ""
  const shown = chosen === "" ? first : await page.api.attendance.centreCodes({ venue: chosen })
  return { venue: chosen, ...shown }
}

/** The screen at the entrance of a centre: a code that changes every minute, by which students check in. */
export default function CentrePage({ loaderData: { venue, venues, codes, now } }: Route.ComponentProps) {
  const text = useTexts(centreTexts)
  const submit = useSubmit()
  const known = venue === "" || venues.includes(venue) ? venues : [venue, ...venues]
  return (
    <Page width="reading">
      <PageHeader title={text.title} description={text.description} />
      {known.length > 1 ? (
        <QueryForm onChange={(event) => void submit(event.currentTarget)} className="flex items-end gap-3">
          <Field label={text.venue} className="min-w-0 flex-1">
            <SelectInput name="venue" defaultValue={venue}>
              {known.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </SelectInput>
          </Field>
          <noscript>
            <Button type="submit" variant="secondary">
              {text.show}
            </Button>
          </noscript>
        </QueryForm>
      ) : null}
      <CentreCode key={venue} venue={venue} first={{ now, codes }} />
    </Page>
  )
}
