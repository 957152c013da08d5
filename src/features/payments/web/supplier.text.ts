import type { Supplier, SupplierSetting } from "#contract/bills.ts"
import type { Supply } from "../supplies.ts"

type Rate = SupplierSetting["rates"][number]

/** The texts of who sells, in English. */
export const supplierText = {
  title: "Seller and GST",
  text: "Your legal entity, as shown at checkout and on bills. Changes apply from their date, and earlier bills don't change.",
  sample: "This trial sells under these sample values until you enter yours.",
  unset: "Enter the seller first. Until then, you can't sell anything.",
  name: "Legal name",
  nameHint: "As on your registration or PAN.",
  address: "Address",
  addressHint: "Line by line, with the PIN code and without the State.",
  state: "State",
  chooseState: "Choose your State",
  registration: "GST registration",
  registrations: {
    unregistered: "Not registered: receipts without tax",
    regular: "Registered: tax invoices",
    composition: "Composition: bills of supply, own State only",
    exempt: "Exempt: bills of supply",
  } satisfies Record<Supplier["registration"], string>,
  gstin: "GSTIN",
  gstinHint: "15 characters. Leave it empty if you have none.",
  prefix: "Bill numbers start with",
  prefixHint: (example: string) => `1 to 3 letters and digits, such as ${example}.`,
  validFrom: "Valid from",
  save: "Save seller",
  saving: "Saving...",
  turns: "All changes",
  turn: (from: string, name: string, registration: string) => `From ${from}: ${name}. ${registration}`,
  rates: "GST rates you charge",
  ratesText: "Confirm them with your accountant.",
  rate: (percent: string) => `${percent} %`,
  above: (percent: string, amount: string) => `, ${percent} % above ${amount} each`,
  since: (from: string) => `Since ${from},`,
  supplies: {
    coaching: "Coaching",
    "sports-training": "Sports training and martial arts",
    culture: "Music, art and culture",
    fitness: "Fitness and yoga",
    transport: "Pick-up and drop",
    delivery: "Delivery of goods",
    garment: "Garments",
    footwear: "Footwear",
    bag: "Bags",
    "sports-goods": "Sports goods",
    "exercise-equipment": "Exercise equipment",
    "board-game": "Chess and board games",
    notebook: "Notebooks",
    pencil: "Pencils and crayons",
  } satisfies Record<Supply, string> as Record<Rate["supply"], string>,
}

export type SupplierText = typeof supplierText
