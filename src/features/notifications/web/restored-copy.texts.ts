type RestoredCopyTexts = {
  title: string
  when: (restored: string, made: string) => string
  held: (messages: number) => string
  advice: string
  send: (messages: number) => string
  sendTitle: (messages: number) => string
  sendText: string
  drop: (messages: number) => string
  dropTitle: (messages: number) => string
  dropText: string
  sent: (messages: number) => string
  dropped: (messages: number) => string
  asUsual: string
}

const counted = (messages: number) => (messages === 1 ? "1 message" : `${messages} messages`)

export const restoredCopyTexts: { en: RestoredCopyTexts; hi: RestoredCopyTexts } = {
  en: {
    title: "This copy was restored from a backup",
    when: (restored, made) => `Restored on ${restored} from a backup made on ${made}.`,
    held: (messages) =>
      messages === 0
        ? "No messages are held yet. Reminders and notices that the original may also send will be held."
        : `${counted(messages)} ${messages === 1 ? "is" : "are"} held. The original may have sent ${messages === 1 ? "it" : "them"} too.`,
    advice:
      "If the original is still in use, leave this as it is. If this copy replaces it, decide here. From then on, messages are sent as usual.",
    send: (messages) => (messages === 0 ? "Send messages from now on" : `Send ${counted(messages)}`),
    sendTitle: (messages) => (messages === 0 ? "Send messages from now on?" : `Send ${counted(messages)}?`),
    sendText:
      "Parents are told twice if the original has sent the same messages. Do this only if the original is no longer in use. It can't be undone.",
    drop: (messages) => `Discard ${counted(messages)}`,
    dropTitle: (messages) => `Discard ${counted(messages)}?`,
    dropText:
      "These messages won't be sent from here. Later ones are sent as usual, so do this only if the original is no longer in use. It can't be undone.",
    sent: (messages) => `${counted(messages)} will be sent within minutes`,
    dropped: (messages) => `${counted(messages)} discarded`,
    asUsual: "Messages are sent as usual from now on",
  },
  hi: {
    title: "यह कॉपी बैकअप से वापस लाई गई है",
    when: (restored, made) => `${restored} वापस लाई गई। बैकअप ${made} का है।`,
    held: (messages) =>
      messages === 0
        ? "अभी कोई मैसेज नहीं रुका है। जो रिमाइंडर और सूचनाएँ मूल सिस्टम भी भेज सकता है, वे रोकी जाएँगी।"
        : `${messages} मैसेज रुके हैं। हो सकता है मूल सिस्टम इन्हें भेज चुका हो।`,
    advice:
      "अगर मूल सिस्टम अब भी चल रहा है, तो इसे ऐसे ही रहने दें। अगर यह कॉपी उसकी जगह ले रही है, तो यहाँ तय करें। उसके बाद मैसेज हमेशा की तरह जाएँगे।",
    send: (messages) => (messages === 0 ? "अब से मैसेज भेजें" : `${messages} मैसेज भेजें`),
    sendTitle: (messages) => (messages === 0 ? "अब से मैसेज भेजें?" : `${messages} मैसेज भेजें?`),
    sendText:
      "अगर मूल सिस्टम यही मैसेज भेज चुका है, तो माता-पिता को ये दो बार मिलेंगे। ऐसा तभी करें जब मूल सिस्टम बंद हो चुका हो। इसे वापस नहीं लिया जा सकता।",
    drop: (messages) => `${messages} मैसेज हटाएँ`,
    dropTitle: (messages) => `${messages} मैसेज हटाएँ?`,
    dropText:
      "ये मैसेज यहाँ से नहीं भेजे जाएँगे। आगे के मैसेज हमेशा की तरह जाएँगे, इसलिए ऐसा तभी करें जब मूल सिस्टम बंद हो चुका हो। इसे वापस नहीं लिया जा सकता।",
    sent: (messages) => `${messages} मैसेज कुछ मिनटों में चले जाएँगे`,
    dropped: (messages) => `${messages} मैसेज हटा दिए गए`,
    asUsual: "अब से मैसेज हमेशा की तरह जाएँगे",
  },
}
