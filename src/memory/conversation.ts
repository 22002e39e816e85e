/** How long a conversation is: in tokens, or as the client's transcript tells. */
export type ConversationLength =
  | { readonly tokens: number }
  | {
      readonly transcript: string;
      /** Whether a client that begins its transcript so tells whatever it takes back from a conversation. */
      readonly tells: (head: string) => boolean;
    };
