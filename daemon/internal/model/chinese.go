package model

// chineseKinds say what failed in Chinese; the particulars, which may be a provider's
// own words, stand behind.
var chineseKinds = map[ErrorKind]string{
	ErrNoKey: "没有密钥", ErrAuth: "没有密钥，或密钥被拒绝", ErrForbidden: "这个密钥不允许使用该模型", ErrNotFound: "这个地址没有该模型",
	ErrRateLimited: "服务商要求少发请求", ErrQuota: "账户余额不足", ErrOverloaded: "服务商过载", ErrServer: "服务商出错",
	ErrContextOverflow: "请求超出模型的容量", ErrBadRequest: "服务商拒绝了请求", ErrNetwork: "无法连接；请确认提供模型的程序正在运行，地址无误",
	ErrTimeout: "模型没有及时应答", ErrMalformed: "应答不是模型的回答；请检查地址", ErrCancelled: "请求已取消", ErrInvalid: "请求不合规则",
}

// InChinese is the error for a person who reads Chinese.
func (e *Error) InChinese() string {
	said := chineseKinds[e.Kind]
	if said == "" {
		return e.Error()
	}
	return said + "（" + e.Error() + "）"
}
