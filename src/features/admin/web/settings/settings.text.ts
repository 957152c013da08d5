import type { Setting } from "#contract/admin/admin.ts"

export type SettingText = { label: string; explanation: string }

/** The texts of the academy's settings, in English. */
export const settingsText = {
  title: "Settings",
  description: "Changes apply immediately, for everyone. The audit log shows who made them.",
  save: "Save settings",
  saving: "Saving...",
  saved: "Settings saved",
  sellerSaved: "Seller saved",
  nothing: "Nothing to save",
  reset: "Reset",
  wasReset: (name: string) => `Reset: ${name}`,
  usual: "Default:",
  on: "on",
  off: "off",
  empty: "empty",
  zoneFixed: "Can't be changed once classes are scheduled.",
  sources: {
    admin: "Set here",
    environment: "Set by the environment",
    content: "Set in content files",
    default: "Default",
  } satisfies Record<Setting["source"], string>,
  sections: "Groups of settings",
  groups: {
    academy: { label: "Academy", explanation: "Your academy's details and time zone." },
    payments: {
      label: "Payments",
      explanation:
        "Sell programs by UPI without any provider: families pay to your UPI id, and you approve each payment.",
    },
    shop: {
      label: "Shop",
      explanation: "Sell uniforms and kits here, and decide how they reach families and by when.",
    },
    classes: { label: "Classes", explanation: "Timing of classes and attendance." },
    messages: { label: "Messages", explanation: "Reminders and quiet hours." },
    keeping: { label: "Keeping data", explanation: "How long data stays before it is deleted." },
    people: { label: "People and children", explanation: "Approval, consent and sign-in." },
  } satisfies Record<Setting["group"], SettingText>,
  /** The name of each setting, and what changing it does. */
  settings: {
    academy_name: {
      label: "Academy name",
      explanation: "Shown in the header, in page titles, and in e-mails and texts to parents.",
    },
    contact_phone: {
      label: "Contact phone",
      explanation: "Shown in the footer, on the contact page and in absence notices.",
    },
    contact_email: {
      label: "Contact e-mail",
      explanation:
        "Shown beside the phone. Messages from the contact form go here unless OFFICE_EMAIL is set.",
    },
    order_form_url: {
      label: "Uniform order form",
      explanation: "Opened by 'Order Uniforms Now' on the Learning Kit page.",
    },
    upi_id: {
      label: "UPI id",
      explanation:
        "Families pay to this id. Use a merchant UPI id from your bank or UPI app: apps often block links to personal ids, and limit their QR codes to ₹2,000. Empty this field to stop selling by UPI.",
    },
    upi_payee: {
      label: "Name of the payee",
      explanation:
        "Shown in the payer's app. Use the name of the bank account. If empty, the academy's name.",
    },
    bank_details: {
      label: "Bank details for organisations",
      explanation:
        "The account to which organisations pay their invoices: name, bank, account number and IFSC. Shown on invoices, in their mails and on the page of an accepted quote, with your UPI id if you have one.",
    },
    refund_limit_rupees: {
      label: "A colleague approves refunds above (₹)",
      explanation:
        "The most that one person can refund alone, for one order or one organisation's invoice. Anything above waits for a colleague's approval. 0 means no limit.",
    },
    shop_open: {
      label: "The shop is open",
      explanation: "'Order Uniforms Now' leads to your own shop. Off, it opens the uniform order form.",
    },
    shop_delivery_pins: {
      label: "Delivery area (PIN codes)",
      explanation:
        "PIN codes you deliver to, or their first digits, such as 560, 562110. Empty means no delivery.",
    },
    shop_delivery_fee_rupees: {
      label: "Delivery fee (₹)",
      explanation: "For an order, tax included. It's a line of its own on the bill. 0 means free delivery.",
    },
    shop_delivery_days: {
      label: "Delivered within (working days)",
      explanation: "Monday to Saturday without your holidays, in your academy's time zone.",
    },
    shop_centres: {
      label: "Centres to pick up at",
      explanation:
        "Name and address of each, such as Jayanagar: 11th Main; Whitefield: Forum Mall. Empty means no pick-up.",
    },
    shop_pickup_days: {
      label: "Ready to pick up within (working days)",
      explanation: "Counted like the days of a delivery.",
    },
    shop_holidays: {
      label: "Holidays",
      explanation: "Dates that aren't working days, such as 2027-01-26, 2027-08-15.",
    },
    shop_return_days: {
      label: "Returns within (days)",
      explanation:
        "How long after delivery or pick-up a family can ask for a return. Each order keeps the number of days from when it was placed.",
    },
    time_zone: {
      label: "Time zone",
      explanation: "Class dates and times are in this zone. It can't change once classes are scheduled.",
    },
    class_grace_minutes: {
      label: "If the teacher leaves, end the class after (minutes)",
      explanation: "The class stays open this long, and never ends before its scheduled end.",
    },
    attendance_minimum_minutes: {
      label: "Minimum time to be present (minutes)",
      explanation: "A student who attended this long, or half of the class if that is shorter, is present.",
    },
    demo_hold_hours: {
      label: "Hold a seat for a demo request (hours)",
      explanation: "An unanswered request then goes back to the waitlist.",
    },
    reminder_minutes: {
      label: "E-mail and text reminder (minutes before class)",
      explanation: "Sent once per class, to people who want reminders.",
    },
    reminder_soon_minutes: {
      label: "Bell reminder (minutes before class)",
      explanation: "Shown in the bell to everyone with a seat.",
    },
    quiet_from_hour: {
      label: "Quiet hours start (hour, 0 to 23)",
      explanation:
        "Texts due in quiet hours are sent when they end. Sign-in codes, and news of a class that starts before they end, are always sent.",
    },
    quiet_to_hour: {
      label: "Quiet hours end (hour, 0 to 23)",
      explanation: "Use the same hour in both fields to switch quiet hours off.",
    },
    sms_price_paise: {
      label: "Price of a text (paise)",
      explanation: "What your provider charges for each, with tax. 0 means that you haven't entered it.",
    },
    whatsapp_price_paise: {
      label: "Price of a WhatsApp message (paise)",
      explanation: "What Meta charges for each, with tax. 0 means that you haven't entered it.",
    },
    mail_price_paise: {
      label: "Price of an e-mail (paise)",
      explanation: "What your mail server charges for each, with tax. 0 means that you haven't entered it.",
    },
    instructors_need_approval: {
      label: "Instructors need approval",
      explanation: "People who sign up to teach can't do so until an admin approves them.",
    },
    parent_numbers_need_confirmation: {
      label: "Confirm parents' phone numbers",
      explanation: "Absence notices go only to numbers confirmed by a code or a signed form.",
    },
    live_classes_need_consent: {
      label: "Live classes need a guardian's consent",
      explanation: "Students under 18 can join only after their parent has agreed.",
    },
    voice_evidence: {
      label: "Voice counts as presence",
      explanation: "A student is present if the teacher's device hears them. Only with a parent's consent.",
    },
    snapshots: {
      label: "Snapshots of students' cameras",
      explanation: "A picture every 5 to 10 minutes, seen only by staff. Only with a parent's consent.",
    },
    admins_need_two_step: {
      label: "Admins need two-step sign-in",
      explanation:
        "Admins can open only their account page until they set up an authenticator app. That includes you.",
    },
    instructors_need_two_step: {
      label: "Instructors need two-step sign-in",
      explanation:
        "Instructors can open only their account page until they set up an authenticator app. Tell them first.",
    },
    staff_session_idle_hours: {
      label: "Sign staff out when idle (hours)",
      explanation: "Admins and instructors who have not used the product for this long sign in again.",
    },
    staff_session_days: {
      label: "Staff sign in again after (days)",
      explanation: "Applies to admins and instructors, even if they use the product daily.",
    },
    session_idle_days: {
      label: "Sign students and parents out when idle (days)",
      explanation: "People who have not used the product for this long sign in again.",
    },
    session_days: {
      label: "Students and parents sign in again after (days)",
      explanation: "Applies even if they use the product daily.",
    },
    snapshot_days: {
      label: "Keep snapshots (days)",
      explanation: "Older pictures of students' cameras are deleted.",
    },
    medical_proof_days: {
      label: "Keep medical proofs (days)",
      explanation:
        "Files are deleted this long after the decision. Until then, families can ask you to look again.",
    },
    chat_days: {
      label: "Keep class chat (days)",
      explanation: "Older chat messages are deleted. Attendance and notices to parents are always kept.",
    },
    notification_days: {
      label: "Keep notifications (days)",
      explanation: "Older notifications in the bell are deleted.",
    },
    enquiry_days: {
      label: "Keep enquiries (days)",
      explanation: "Older messages from the contact form, and enquiries of organisations, are deleted.",
    },
  },
}
