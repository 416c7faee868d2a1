/* The formatter, for one character type: CH is char or wchar_t, WIDE tells which,
 * and NAME(x) makes a distinct name. What reaches the stream or buffer goes
 * through `struct NAME(sink)`. Behaviour in the corners is glibc's. */

struct NAME(sink) {
	CH *cursor, *end;   /* a buffer, with room kept for the terminator */
	FILE *stream;       /* or a stream */
	uint64_t total;
	int failed;
};

static void NAME(put)(struct NAME(sink) *o, const CH *s, size_t n)
{
	o->total += n;
	if (o->stream) {
		if (!o->failed && n && PUT_STREAM(o->stream, s, n)) o->failed = 1;
		return;
	}
	size_t room = o->end - o->cursor;
	if (n > room) n = room;
	memcpy(o->cursor, s, n * sizeof(CH));
	o->cursor += n;
}

static void NAME(put_ascii)(struct NAME(sink) *o, const char *s, size_t n)
{
#if WIDE
	CH buffer[64];
	while (n) {
		size_t k = n < 64 ? n : 64;
		for (size_t i = 0; i < k; i++) buffer[i] = (unsigned char)s[i];
		NAME(put)(o, buffer, k);
		s += k;
		n -= k;
	}
#else
	NAME(put)(o, s, n);
#endif
}

static void NAME(pad)(struct NAME(sink) *o, CH c, int n)
{
	CH buffer[64];
	if (n <= 0) return;
	if (o->stream && o->failed) {
		o->total += n;
		return;
	}
	int filled = n < 64 ? n : 64;
	for (int i = 0; i < filled; i++) buffer[i] = c;
	for (; n > 0; n -= filled) NAME(put)(o, buffer, n < filled ? n : filled);
}

/* sign or prefix, zeros and digits within a field */
static void NAME(put_number)(struct NAME(sink) *o, const struct spec *sp,
	const char *prefix, int zeros, const char *digits, int n)
{
	int length = strlen(prefix) + zeros + n;
	int fill = sp->width > length ? sp->width - length : 0;
	if (fill && !sp->left && !sp->zero) NAME(pad)(o, ' ', fill);
	NAME(put_ascii)(o, prefix, strlen(prefix));
	if (fill && !sp->left && sp->zero) NAME(pad)(o, '0', fill);
	NAME(pad)(o, '0', zeros);
	NAME(put_ascii)(o, digits, n);
	if (fill && sp->left) NAME(pad)(o, ' ', fill);
}

static void NAME(put_integer)(struct NAME(sink) *o, struct spec *sp, uint64_t v, int negative)
{
	char digits[65], prefix[4], *end = digits + sizeof digits, *p = end, *q = prefix;
	int base = sp->base;
	const char *alphabet = sp->conversion == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
	int nonzero = v != 0;
	if (base == 10) for (; v; v /= 10) *--p = '0' + v % 10;
	else {
		int shift = base == 16 ? 4 : base == 8 ? 3 : 1;
		for (; v; v >>= shift) *--p = alphabet[v & base - 1];
	}
	int zeros = 0;
	if (sp->precision < 0) zeros = p == end;
	else {
		sp->zero = 0;
		if (sp->precision > end - p) zeros = sp->precision - (end - p);
	}
	if (base == 8 && sp->alternate && !zeros) zeros = 1;
	if (negative) *q++ = '-';
	else if (sp->plus) *q++ = '+';
	else if (sp->space) *q++ = ' ';
	if (sp->alternate && nonzero && (base == 16 || base == 2)) {
		*q++ = '0';
		*q++ = sp->conversion;
	}
	*q = 0;
	if (sp->left) sp->zero = 0;
	NAME(put_number)(o, sp, prefix, zeros, p, end - p);
}

/* The digits of weights 10^from down to 10^to, in pieces. */
static void NAME(put_digits)(struct NAME(sink) *o, const struct decimal *d, int from, int to)
{
	char piece[64];
	int n = 0;
	int lowest = 9 * (d->point - d->last);
	for (int i = from; i >= to; i--) {
		if (i < lowest) {
			NAME(put_ascii)(o, piece, n);
			NAME(pad)(o, '0', i - to + 1);
			return;
		}
		piece[n++] = '0' + decimal_digit(d, i);
		if (n == sizeof piece) {
			NAME(put_ascii)(o, piece, n);
			n = 0;
		}
	}
	NAME(put_ascii)(o, piece, n);
}

static void NAME(put_hex_float)(struct NAME(sink) *o, struct spec *sp, struct binary_float f, char *prefix)
{
	int upper = sp->conversion == 'A';
	const char *alphabet = upper ? "0123456789ABCDEF" : "0123456789abcdef";
	/* `whole` is the digit before the point, `rest` the 60 or 52 bits after it. */
	int n_rest_bits = sp->long_double ? 60 : 52;
	uint64_t m = f.mantissa;
	int exponent = m ? f.exponent + n_rest_bits : 0;
	if (sp->long_double && m) {
		/* The leading digit of normal numbers has its top bit set. */
		if (!(m >> 63)) exponent = -16385;
	}
	int n_digits = n_rest_bits / 4;
	if (sp->precision >= 0 && sp->precision < n_digits) {
		int drop = 4 * (n_digits - sp->precision);
		uint64_t unit = 1ULL << drop, low = m & unit - 1, half = unit >> 1;
		uint64_t up = low > half || (low == half && m >> drop & 1);
		m -= low;
		if (up && m + unit < m) {
			m = 1ULL << 60;
			exponent += 4;
		} else if (up) m += unit;
	}
	uint64_t whole = m >> n_rest_bits, rest = m << (64 - n_rest_bits);
	char digits[20];
	int n = 0;
	for (; rest; rest <<= 4) digits[n++] = alphabet[rest >> 60];
	int zeros = sp->precision > n ? sp->precision - n : 0;
	char tail[16], *t = tail + sizeof tail;
	unsigned e = exponent < 0 ? -exponent : exponent;
	do *--t = '0' + e % 10; while (e /= 10);
	*--t = exponent < 0 ? '-' : '+';
	*--t = upper ? 'P' : 'p';
	int point = n || zeros || sp->alternate;
	int n_tail = tail + sizeof tail - t;
	strcat(prefix, upper ? "0X" : "0x");
	int length = strlen(prefix) + 1 + point + n + zeros + n_tail;
	int fill = sp->width > length ? sp->width - length : 0;
	if (!sp->left && !sp->zero) NAME(pad)(o, ' ', fill);
	NAME(put_ascii)(o, prefix, strlen(prefix));
	if (!sp->left && sp->zero) NAME(pad)(o, '0', fill);
	NAME(put_ascii)(o, &alphabet[whole], 1);
	if (point) NAME(put_ascii)(o, ".", 1);
	NAME(put_ascii)(o, digits, n);
	NAME(pad)(o, '0', zeros);
	NAME(put_ascii)(o, t, n_tail);
	if (sp->left) NAME(pad)(o, ' ', fill);
}

static void NAME(put_decimal_float)(struct NAME(sink) *o, struct spec *sp, struct binary_float f, const char *prefix)
{
	struct decimal d;
	char kind = sp->conversion | 32, e_tail[16], *t = e_tail + sizeof e_tail;
	int precision = sp->precision < 0 ? 6 : sp->precision;
	decimal_from(&d, f);
	int exponent = decimal_exponent(&d);
	if (kind == 'g') {
		if (!precision) precision = 1;
		int before = exponent;
		decimal_round(&d, exponent - precision + 1);
		exponent = decimal_exponent(&d);
		kind = exponent < -4 || exponent >= precision ? 'e' : 'f';
		/* glibc has no digits left for the fraction when rounding makes the exponent too large. */
		if (kind == 'e' && before == precision - 1) precision = 0;
		else precision = kind == 'e' ? precision - 1 : precision - 1 - exponent;
		if (!sp->alternate) {
			int lowest = kind == 'e' ? exponent : 0, p = lowest - precision;
			int stored = 9 * (d.point - d.last);
			if (p < stored) p = stored < lowest ? stored : lowest;
			while (p < lowest && !decimal_digit(&d, p)) p++;
			precision = lowest - p;
		}
	} else {
		decimal_round(&d, (kind == 'e' ? exponent : 0) - precision);
		exponent = decimal_exponent(&d);
	}
	int whole = kind == 'e' || exponent < 0 ? 1 : exponent + 1;
	int point = precision > 0 || sp->alternate;
	int n_tail = 0;
	if (kind == 'e') {
		unsigned e = exponent < 0 ? -exponent : exponent;
		int n = 0;
		for (; e || n < 2; e /= 10, n++) *--t = '0' + e % 10;
		*--t = exponent < 0 ? '-' : '+';
		*--t = sp->conversion & 32 ? 'e' : 'E';
		n_tail = e_tail + sizeof e_tail - t;
	}
	int64_t length = (int64_t)strlen(prefix) + whole + point + precision + n_tail;
	int fill = sp->width > length ? sp->width - length : 0;
	if (!sp->left && !sp->zero) NAME(pad)(o, ' ', fill);
	NAME(put_ascii)(o, prefix, strlen(prefix));
	if (!sp->left && sp->zero) NAME(pad)(o, '0', fill);
	int first = kind == 'e' ? exponent : whole - 1;
	NAME(put_digits)(o, &d, first, first - whole + 1);
	if (point) NAME(put_ascii)(o, ".", 1);
	NAME(put_digits)(o, &d, first - whole, first - whole + 1 - precision);
	NAME(put_ascii)(o, t, n_tail);
	if (sp->left) NAME(pad)(o, ' ', fill);
}

static void NAME(put_float)(struct NAME(sink) *o, struct spec *sp, struct binary_float f)
{
	char prefix[8] = "";
	if (f.negative) strcpy(prefix, "-");
	else if (sp->plus) strcpy(prefix, "+");
	else if (sp->space) strcpy(prefix, " ");
	if (sp->left) sp->zero = 0;
	if (f.kind != FINITE) {
		const char *text = f.kind == INFINITE ? (sp->conversion & 32 ? "inf" : "INF")
			: (sp->conversion & 32 ? "nan" : "NAN");
		sp->zero = 0;
		NAME(put_number)(o, sp, prefix, 0, text, 3);
	} else if ((sp->conversion | 32) == 'a') NAME(put_hex_float)(o, sp, f, prefix);
	else NAME(put_decimal_float)(o, sp, f, prefix);
}

static void NAME(put_field)(struct NAME(sink) *o, const struct spec *sp, const CH *s, size_t n)
{
	int fill = sp->width > 0 && n < (size_t)sp->width ? sp->width - n : 0;
	if (!sp->left) NAME(pad)(o, ' ', fill);
	NAME(put)(o, s, n);
	if (sp->left) NAME(pad)(o, ' ', fill);
}

/* A string of the stream's own character type. */
static void NAME(put_own_string)(struct NAME(sink) *o, const struct spec *sp, const CH *s)
{
	size_t n = 0;
	if (sp->precision < 0) while (s[n]) n++;
	else while (n < (size_t)sp->precision && s[n]) n++;
	NAME(put_field)(o, sp, s, n);
}

/* A string of the other type: converted twice, first to learn its length. */
static int NAME(put_other_string)(struct NAME(sink) *o, const struct spec *sp, const OTHER *s)
{
	size_t n = 0, limit = sp->precision < 0 ? SIZE_MAX : (size_t)sp->precision;
	mbstate_t state = { 0 };
	for (int writing = 0; writing < 2; writing++) {
		const OTHER *p = s;
		size_t done = 0;
		int fill = n < (size_t)(sp->width > 0 ? sp->width : 0) ? sp->width - n : 0;
		if (writing && !sp->left) NAME(pad)(o, ' ', fill);
		memset(&state, 0, sizeof state);
		while (done < limit) {
			CH piece[MB_LEN_MAX];
#if WIDE
			size_t used = mbrtowc(piece, p, MB_LEN_MAX, &state), k = 1;
			if (used == 0) break;
			if (used >= (size_t)-2) return -1;
			p += used;
#else
			if (!*p) break;
			size_t k = wcrtomb(piece, *p++, &state);
			if (k == (size_t)-1) return -1;
#endif
			if (k > limit - done) break;
			if (writing) NAME(put)(o, piece, k);
			done += k;
		}
		n = done;
		if (writing && sp->left) NAME(pad)(o, ' ', fill);
	}
	return 0;
}

static int NAME(put_string)(struct NAME(sink) *o, struct spec *sp, const void *s, int wide)
{
	static const CH null_text[] = { '(', 'n', 'u', 'l', 'l', ')', 0 };
	if (!s) {
		s = sp->precision < 0 || sp->precision >= 6 ? null_text : null_text + 6;
		wide = WIDE;
	}
	if (wide != WIDE) return NAME(put_other_string)(o, sp, s);
	NAME(put_own_string)(o, sp, s);
	return 0;
}

static int NAME(put_char)(struct NAME(sink) *o, const struct spec *sp, union argument a, int wide)
{
	CH piece[MB_LEN_MAX];
	size_t k = 1;
#if WIDE
	piece[0] = wide ? (wint_t)a.i : btowc((unsigned char)a.i);
#else
	mbstate_t state = { 0 };
	if (!wide) piece[0] = a.i;
	else if ((k = wcrtomb(piece, a.i, &state)) == (size_t)-1) return -1;
#endif
	NAME(put_field)(o, sp, piece, k);
	return 0;
}

static int NAME(read_number)(const CH **s)
{
	int n = 0;
	for (; **s >= '0' && **s <= '9'; ++*s) {
		if (n > (INT_MAX - (**s - '0')) / 10) n = -1;
		if (n >= 0) n = 10 * n + (**s - '0');
	}
	return n;
}

/* Reads what follows a '%'. Returns false at the end of the format. */
static int NAME(parse)(const CH **format, struct spec *sp)
{
	const CH *s = *format;
	memset(sp, 0, sizeof *sp);
	sp->precision = -1;
	if (*s >= '1' && *s <= '9') {
		const CH *p = s;
		int n = NAME(read_number)(&p);
		if (*p == '$') {
			sp->position = n;
			s = p + 1;
		}
	}
	for (;; s++) {
		if (*s == '-') sp->left = 1;
		else if (*s == '+') sp->plus = 1;
		else if (*s == ' ') sp->space = 1;
		else if (*s == '#') sp->alternate = 1;
		else if (*s == '0') sp->zero = 1;
		else if (*s != '\'' && *s != 'I') break;
	}
	if (*s == '*') {
		sp->width_from = -1;
		const CH *p = ++s;
		int n = NAME(read_number)(&p);
		if (p != s && *p == '$') {
			sp->width_from = n;
			s = p + 1;
		}
	} else if ((sp->width = NAME(read_number)(&s)) < 0) sp->overflow = 1;
	if (*s == '.') {
		s++;
		if (*s == '*') {
			sp->precision_from = -1;
			const CH *p = ++s;
			int n = NAME(read_number)(&p);
			if (p != s && *p == '$') {
				sp->precision_from = n;
				s = p + 1;
			}
		} else if (*s == '-') {
			s++;
			NAME(read_number)(&s);
		} else if ((sp->precision = NAME(read_number)(&s)) < 0) sp->overflow = 1;
	}
	for (;; s++) {
		if (*s == 'h') sp->size = sp->size == SIZE_SHORT ? SIZE_CHAR : SIZE_SHORT;
		else if (*s == 'l') sp->size = sp->size == SIZE_LONG ? SIZE_LONG_LONG : SIZE_LONG;
		else if (*s == 'L' || *s == 'q') sp->size = SIZE_LONG_LONG, sp->long_double = 1;
		else if (*s == 'j' || *s == 'z' || *s == 'Z' || *s == 't') sp->size = SIZE_LONG;
		else break;
	}
	if (sp->size == SIZE_LONG_LONG) sp->long_double = 1;
	if (!*s) return 0;
	sp->conversion = *s >= 128 ? 1 : *s;
	*format = s + 1;
	return 1;
}

static int NAME(convert)(struct NAME(sink) *o, struct spec *sp, union argument a, int saved_errno,
	const CH *raw, size_t n_raw)
{
	int wide = sp->size >= SIZE_LONG;
	sp->base = 10;
	switch (sp->conversion) {
	case 'd': case 'i':
		NAME(put_integer)(o, sp, a.i < 0 ? -(uint64_t)a.i : a.i, a.i < 0);
		return 0;
	case 'o': sp->base = 8; goto number;
	case 'b': case 'B': sp->base = 2; goto number;
	case 'x': case 'X': sp->base = 16; goto number;
	case 'u':
	number:
		sp->plus = sp->space = 0;
		NAME(put_integer)(o, sp, a.i, 0);
		return 0;
	case 'p':
		if (!a.p) {
			sp->precision = -1;
			sp->zero = 0;
			NAME(put_number)(o, sp, "", 0, "(nil)", 5);
			return 0;
		}
		sp->base = 16;
		sp->alternate = 1;
		sp->conversion = 'x';
		NAME(put_integer)(o, sp, (uintptr_t)a.p, 0);
		return 0;
	case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
		NAME(put_float)(o, sp, sp->long_double ? unpack_long_double(a.l) : unpack_double(a.d));
		return 0;
	case 'c': return NAME(put_char)(o, sp, a, wide);
	case 'C': return NAME(put_char)(o, sp, a, 1);
	case 's': return NAME(put_string)(o, sp, a.p, wide);
	case 'S': return NAME(put_string)(o, sp, a.p, 1);
	case 'm': {
		const char *text = sp->alternate ? strerrorname_np(saved_errno) : strerror(saved_errno);
		return NAME(put_string)(o, sp, text, 0);
	}
	case 'n':
		switch (sp->size) {
		case SIZE_CHAR: *(signed char *)a.p = o->total; break;
		case SIZE_SHORT: *(short *)a.p = o->total; break;
		case SIZE_INT: *(int *)a.p = o->total; break;
		default: *(long *)a.p = o->total;
		}
		return 0;
	case '%': {
		static const CH percent[] = { '%' };
		NAME(put)(o, percent, 1);
		return 0;
	}
	}
	NAME(put)(o, raw, n_raw);
	return 0;
}

/* Formats with positions need every argument's type before the first is read. */
static int NAME(fetch_positional)(const CH *format, union argument *args, va_list *ap)
{
	struct spec types[MAX_POSITION + 1], sp, star = { .conversion = 'd' };
	int highest = 0;
	memset(types, 0, sizeof types);
	while (*format) {
		if (*format++ != '%') continue;
		if (!NAME(parse)(&format, &sp)) return -1;
		int at[3] = { sp.position, sp.width_from, sp.precision_from };
		for (int i = 0; i < 3; i++) {
			if (at[i] < 0 || at[i] > MAX_POSITION) return -1;
			if (!at[i] || (i == 0 && (sp.conversion == '%' || sp.conversion == 'm'))) continue;
			types[at[i]] = i ? star : sp;
			if (at[i] > highest) highest = at[i];
		}
	}
	for (int i = 1; i <= highest; i++) {
		if (!types[i].conversion) types[i] = star;
		args[i] = fetch_argument(&types[i], ap);
	}
	return 0;
}

static int NAME(format)(struct NAME(sink) *o, const CH *format, va_list *ap)
{
	union argument args[MAX_POSITION + 1];
	int positional = 0, saved_errno = errno;
	struct spec sp;
	for (;;) {
		const CH *plain = format;
		while (*format && *format != '%') format++;
		if (format != plain) NAME(put)(o, plain, format - plain);
		if (!*format) break;
		const CH *raw = format++;
		if (!NAME(parse)(&format, &sp)) {
			errno = EINVAL;
			return -1;
		}
		if ((sp.position || sp.width_from > 0 || sp.precision_from > 0) && !positional) {
			if (NAME(fetch_positional)(raw, args, ap)) {
				errno = EINVAL;
				return -1;
			}
			positional = 1;
		}
		if (sp.width_from) {
			sp.width = sp.width_from > 0 ? args[sp.width_from].i : va_arg(*ap, int);
			if (sp.width < 0) {
				sp.left = 1;
				sp.width = -(unsigned)sp.width;
			}
		}
		if (sp.precision_from)
			sp.precision = sp.precision_from > 0 ? args[sp.precision_from].i : va_arg(*ap, int);
		if (sp.overflow || sp.width < 0) {
			errno = EOVERFLOW;
			return -1;
		}
		union argument a = sp.position ? args[sp.position] : fetch_argument(&sp, ap);
		if (NAME(convert)(o, &sp, a, saved_errno, raw, format - raw)) return -1;
		if (o->failed) return -1;
		if (o->total > INT_MAX) break;
	}
	if (o->total > INT_MAX) {
		errno = EOVERFLOW;
		return -1;
	}
	return o->total;
}
