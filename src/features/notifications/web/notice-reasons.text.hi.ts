import type { MessageProblem, NoticeReason } from "#contract/notice-reasons.ts"
import { formatMinutes, formatSeconds } from "#shared/duration.ts"
import type { noticeReasonsText } from "./notice-reasons.text.ts"

/** Ends a sentence with somebody else's words, if there are any. */
const quoting = (sentence: string, said: string | null) => (said ? `${sentence}: ${said}` : `${sentence}।`)
const CHANNELS: Record<string, string> = {
  whatsapp: "व्हाट्सऐप से",
  sms: "SMS से",
  email: "ई-मेल से",
  push: "पुश मैसेज से",
}
const nameOf = (provider: string) => ({ smtp: "मेल सर्वर", push: "पुश सेवा" })[provider] ?? provider

function problem(found: MessageProblem): string {
  switch (found.code) {
    case "template-id":
      return "टेम्पलेट आईडी में 19 अंक होते हैं, जैसे ऑपरेटर के पोर्टल पर दिखते हैं।"
    case "no-variables":
      return "हर वेरिएबल को {#alphanumeric#}, {#numeric#}, {#url#} या {#var#} लिखें।"
    case "unknown-tag":
      return `{#${found.tag}#} कोई टैग नहीं है: {#alphanumeric#}, {#numeric#}, {#url#} या {#var#} लिखें।`
    case "unknown-value":
      return `${found.name} नाम का कोई मान नहीं है। ये उपलब्ध हैं: ${found.known.join(", ")}।`
    case "unnamed-variables":
      return `टेक्स्ट में ${found.variables} वेरिएबल हैं और नाम ${found.names}: हर वेरिएबल का नाम क्रम से लिखें।`
    case "advertising":
      return `“${found.word}” विज्ञापन माना जाता है, जो सर्विस मैसेज में नहीं हो सकता।`
    case "variable-cut-off":
      return "एक वेरिएबल अधूरा है: उसे {#alphanumeric#} की तरह लिखें।"
    case "not-in-hindi":
      return "यह हिन्दी टेम्पलेट है, पर इसका टेक्स्ट हिन्दी में नहीं है।"
    case "not-in-english":
      return "यह अंग्रेज़ी टेम्पलेट है, पर इसका टेक्स्ट हिन्दी में है।"
    case "too-many-parts":
      return `टेक्स्ट ${found.parts} हिस्सों में जाएगा। ज़्यादा से ज़्यादा ${found.most} हो सकते हैं।`
    case "unlisted-link":
      return `लिंक ${found.link} मंज़ूर लिंक की सूची में नहीं है।`
    case "unlisted-number":
      return `नंबर ${found.number} मंज़ूर नंबरों की सूची में नहीं है।`
    case "value-empty":
      return `${found.name} ख़ाली है।`
    case "value-too-long":
      return `${found.name} में ${found.length} अक्षर हैं। ज़्यादा से ज़्यादा ${found.most} हो सकते हैं।`
    case "value-not-a-number":
      return `${found.name} कोई संख्या नहीं है।`
    case "value-with-line-break":
      return `${found.name} में लाइन बदलती है।`
  }
}

function reason(why: NoticeReason, by: string | null): string {
  switch (why.code) {
    case "hardly-possible":
      return `स्टूडेंट सिर्फ़ ${formatSeconds(why.seconds, "hi")} ही मौजूद रह सकता था।`
    case "video-was-down":
      return `क्लास के दौरान वीडियो रूम ${formatMinutes(why.minutes, "hi")} बंद रहा।`
    case "class-too-short":
      return `क्लास सिर्फ़ ${formatSeconds(why.seconds, "hi")} चली; आम तौर पर ${formatSeconds(why.needed, "hi", Math.ceil)} मौजूद रहना ज़रूरी होता है।`
    case "number-unconfirmed":
      return "माता-पिता के नंबर की पुष्टि अभी नहीं हुई है।"
    case "list-open":
      return "कोच की लिस्ट अभी पूरी नहीं हुई। पूरी होते ही मैसेज जाएगा, या इसे अभी भेजा जा सकता है।"
    case "count-differs":
      return "कोच की गिनती और हाज़िर बच्चों की संख्या अलग है।"
    case "excuse-asked":
      return "कोच ने छुट्टी मानने को कहा है। रजिस्टर में पुष्टि करें या मैसेज भेजें।"
    case "corrected-before":
      return "माता-पिता को बताया जा चुका है कि स्टूडेंट ग़ैरहाज़िर नहीं था, पर अब वह फिर ग़ैरहाज़िर माना जा रहा है।"
    case "taken-back":
      return "भेजने से पहले वापस लिया गया: इसमें जिनका नाम है, अब उनमें से कोई ग़ैरहाज़िर नहीं है।"
    case "not-present":
      return "भेजने से पहले वापस लिया गया: स्टूडेंट अब हाज़िर नहीं माना जा रहा।"
    case "maybe-sent-by-original":
      return "यह कॉपी बैकअप से वापस लाई गई है, और हो सकता है मूल सिस्टम यह मैसेज भेज चुका हो।"
    case "not-reachable":
      return quoting(`${nameOf(why.provider)} से संपर्क नहीं हो पाया`, why.said)
    case "answered":
      return quoting(`${nameOf(why.provider)} का जवाब ${why.status}`, why.said)
    case "refused":
      return quoting(`${nameOf(why.provider)} ने इसे लेने से मना किया`, why.said)
    case "unreadable":
      return `${nameOf(why.provider)} का जवाब ${why.status} पढ़ा नहीं जा सका।`
    case "no-answer":
      return quoting(`${nameOf(why.provider)} से जवाब नहीं मिला`, why.said)
    case "no-template":
      return `इस मैसेज के लिए कोई ${why.provider} टेम्पलेट सेट नहीं है।`
    case "undelivered":
      return quoting("फ़ोन के नेटवर्क ने इसे नहीं पहुँचाया", why.said)
    case "would-be-dropped":
      return `ऑपरेटर इसे रोक देंगे: ${why.problems.map(problem).join(" ")}`
    case "given-up":
      return `${why.tries} कोशिशों के बाद छोड़ दिया गया।`
    case "no-device":
      return "पुश मैसेज सभी डिवाइस पर बंद हैं।"
    case "next-channel":
      return `इसकी जगह ${CHANNELS[why.channel] ?? "दूसरी तरह"} भेजा गया।`
    case "no-mail-server":
      return "कोई मेल सर्वर सेट नहीं है।"
    case "no-sms-provider":
      return "SMS भेजना अभी चालू नहीं है।"
    case "no-content":
      return "इस मेल में कुछ लिखा नहीं है।"
    case "too-late":
      return "इसके काम आने का समय निकल चुका था।"
    case "maybe-sent":
      return "पता नहीं कि यह भेजा गया या नहीं।"
    case "server-stopped":
      return "भेजते समय सर्वर बंद हो गया।"
    case "sending-broke":
      return "भेजते समय कोई गड़बड़ी हुई।"
    case "dropped":
      return quoting(by === null ? "भेजना रद्द किया गया" : `${by} ने भेजना रद्द किया`, why.said)
    case "told-by-phone":
      return quoting(by === null ? "फ़ोन पर बताया गया" : `${by} ने फ़ोन पर बताया`, why.said)
    case "found-not-sent":
      return quoting(by === null ? "पाया गया कि यह नहीं भेजा गया" : `${by} ने पाया कि यह नहीं भेजा गया`, why.said)
    case "dropped-after-restore":
      return by === null
        ? "बैकअप वापस लाने के बाद भेजना रद्द किया गया।"
        : `बैकअप वापस लाने के बाद ${by} ने भेजना रद्द किया।`
    case "account-deleted":
      return "यह जिसके बारे में था, उसका खाता हटा दिया गया है।"
    case "number-not-theirs":
      return "यह नंबर तब भरा गया था जब ई-मेल के मालिक ने खाते की पुष्टि नहीं की थी।"
    case "arrived-already":
      return "यह दूसरे रास्ते से पहुँच चुका है।"
    case "change-undone":
      return "सब कुछ फिर पहले जैसा है।"
    case "class-deleted":
      return "क्लास हटा दी गई।"
    case "class-off":
      return "क्लास नहीं होगी।"
    case "class-moved":
      return "क्लास का समय बदल गया।"
    case "class-moved-again":
      return "क्लास का समय एक बार फिर बदल गया।"
    case "class-given-away":
      return "अब यह क्लास कोई और पढ़ा रहे हैं।"
    case "class-on-again":
      return "क्लास अब फिर से होगी।"
    case "class-cancelled":
      return "क्लास रद्द हो गई।"
    case "seat-lost":
      return "इस व्यक्ति की क्लास में अब सीट नहीं है।"
    case "seat-given-back":
      return "सीट वापस कर दी गई।"
    case "not-told":
      return "इस अभिभावक को अब बच्चे के बारे में नहीं बताया जाता।"
    case "as-written":
      return why.text
  }
}

export const noticeReasonsTextHi: typeof noticeReasonsText = { reason, problem }
