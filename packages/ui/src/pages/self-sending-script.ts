/** Sends the form of a page at once. A constant, like the other scripts. Without it, the user presses the button. */
export const selfSendingScript = "document.querySelector('form').submit();";
