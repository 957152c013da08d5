import type { Integration } from "#contract/admin/integrations.ts"

type Name = Integration["name"]
type State = Integration["state"]

/** The texts of the services that a product is connected to, in English. */
export const integrationsText = {
  title: "Integrations",
  text: "Services your classes and messages use.",
  names: {
    ...{ video: "Video", whatsapp: "WhatsApp", sms: "SMS", email: "E-mail", meet: "Google Meet" },
    payments: "Payments",
  } satisfies Record<Name, string>,
  states: {
    connected: "Connected",
    starting: "Starting",
    trial: "Trial outbox",
    off: "Not connected",
  } satisfies Record<State, string>,
  video: {
    installing: "The video server is being installed; classes can be joined when it is ready",
    restarting: "The video server ended or isn't responding; it is being started again",
    missing: "There is no video server, so classes can't be joined. What went wrong:",
  } satisfies Record<NonNullable<Integration["why"]>, string>,
  jitsi: (domain: string | null) => `Classes run on Jitsi at ${domain}`,
  lacking: "Not possible with Jitsi:",
  lacks: {
    recording: "Recording that leaves out students whose guardians didn't agree",
    holding: "Keeping students' microphones and cameras off until you allow them",
    moderation: "Muting, removing and locking from our panels: use the meeting's own controls",
    board: "Our whiteboard, polls, files, chat and hands in the class",
    presence: "Seeing by the video server who is there: attendance counts what each browser reports",
    evidence: "Voice and camera snapshots as proof of attendance",
    check: "Testing the connection before class",
  } satisfies Record<Integration["lacks"][number], string>,
  trialSales: "Trial",
  gatewayDesk: "See its payments and complete refunds",
  sales: {
    reported: (when: string) => `Last report about a payment: ${when}`,
    unreported: "No report about a payment in the last month, so payments are checked at intervals",
    supplier: (state: string, registration: string) => `You sell from ${state}, ${registration}`,
    noSupplier: "Your State and GST registration aren't entered yet",
    registrations: {
      unregistered: "not registered for GST",
      regular: "registered for GST",
      composition: "under GST composition",
      exempt: "exempt from GST",
    },
  },
  details: {
    video: {
      connected: (through): string =>
        through ? "Your own video server" : "The video server that comes with the product",
      starting: () => "The video server is starting",
      off: () => "The video server isn't responding",
      trial: () => "",
    },
    whatsapp: {
      connected: () => "People who want it get WhatsApp messages from your business number",
      off: () => "Not set up, so no WhatsApp messages are sent",
      starting: () => "",
      trial: () => "",
    },
    sms: {
      connected: (through) => `Texts are sent through ${through}`,
      trial: () => "Texts stay in the outbox of this trial",
      off: () => "No provider is set up, so no texts are sent",
      starting: () => "",
    },
    email: {
      connected: (through) => `E-mails are sent through ${through}`,
      trial: () => "E-mails stay in the outbox of this trial",
      off: () => "No mail server is set up, so no e-mails are sent",
      starting: () => "",
    },
    meet: {
      connected: () => "Classes also get a Google Meet link",
      off: () => "Not set up: classes run in the product's own rooms",
      starting: () => "",
      trial: () => "",
    },
    payments: {
      connected: (through) =>
        through === "UPI"
          ? "Programs are paid to your UPI id, and you approve each payment"
          : `Programs are sold through ${through}; its keys are set`,
      trial: () => "Programs are sold through this trial's own gateway, which takes no money",
      off: () => "No payments: students enrol at once",
      starting: () => "",
    },
  } satisfies Record<Name, Record<State, (through: string | null) => string>>,
}
