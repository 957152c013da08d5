import { Form, useSearchParams } from "react-router"
import { pageRequest, requireViewer, safePath } from "#ui/api.ts"
import { Button, ButtonLink, buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { isFile } from "#ui/forms/proof-asked.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import type { Route } from "./+types/proof.page.ts"
import { type ProofReply, serveProof } from "./proof.act.ts"
import { proofText } from "./proof.text.ts"
import { proofTexts } from "./proof.texts.ts"
import { PROOF_FORM, ProofFields, useProofReason } from "./proof-fields.tsx"

export const handle = { translated: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  return { options: await page.api.account.proof() }
}

export function action(args: Route.ActionArgs) {
  return serveProof(args)
}

export function meta() {
  return [
    { title: proofText.title },
    { name: "description", content: proofText.meta },
    { name: "robots", content: "noindex" },
  ]
}

/** Asks for a proof where the dialog can't: for forms without scripts, and links to files. */
export default function ProofPage({ loaderData, actionData }: Route.ComponentProps) {
  const { options } = loaderData
  const [params] = useSearchParams()
  const text = useTexts(proofTexts)
  const reason = useProofReason(options)
  const to = safePath(params.get("to"), "/account")
  const carried = actionData?.carried ?? []
  // Another site's form may have been forwarded here while a proof from another tab is recent. It is not sent
  // automatically.
  if (options.recent) return <Proven to={to} carried={carried} />
  return (
    <Page width="narrow">
      <PageHeader title={text.title} description={reason} />
      <Card>
        <Form id={PROOF_FORM} method="post" reloadDocument className="grid gap-5">
          <Carried fields={carried} />
          <ProofFields options={options} reply={actionData} sending={undefined} to={to} />
        </Form>
      </Card>
    </Page>
  )
}

function Carried({ fields }: { fields: ProofReply["carried"] }) {
  return fields.map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
  ))
}

/** After the proof: sends the waiting form, or opens the file. */
function Proven({ to, carried }: { to: string; carried: ProofReply["carried"] }) {
  const text = useTexts(proofTexts)
  const file = carried.length === 0 && isFile(to)
  return (
    <Page width="narrow">
      {file ? <meta httpEquiv="refresh" content={`0;url=${to}`} /> : null}
      <PageHeader title={text.doneTitle} description={file ? text.download : text.done} />
      {file ? (
        <a href={to} className={buttonClass({ className: "justify-self-start" })}>
          {text.file}
        </a>
      ) : carried.length > 0 ? (
        <form method="post" action={to}>
          <Carried fields={carried} />
          <Button type="submit">{text.goOn}</Button>
        </form>
      ) : (
        <ButtonLink to={to} reloadDocument>
          {text.goOn}
        </ButtonLink>
      )}
    </Page>
  )
}
