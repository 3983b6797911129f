/** What of a line could not come in, although the person did. Neither text contains a value of the line. */
export interface Remark {
  readonly field: string;
  readonly reason: string;
}
