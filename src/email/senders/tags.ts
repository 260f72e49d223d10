/** The tags of a record such as `v=DMARC1; p=none` (RFC 6376, section 3.2), with names in small letters. */
export const tagsOf = (record: string): Map<string, string> =>
  new Map(
    record.split(';').flatMap((tag) => {
      const [, name, value] = /^\s*(\w+)\s*=(.*)$/s.exec(tag) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()] as const];
    }),
  );
