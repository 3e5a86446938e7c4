# SPDX-License-Identifier: Apache-2.0
# Floats may differ by 1024 roundings: 200 steps of gradient descent.
import numpy as np

np.random.seed(0)

def sigmoid(x):
    return 1 / (1 + np.exp(-x))

def sigmoid_derivative(x):
    return x * (1 - x)

inputs = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
expected_output = np.array([[0], [1], [1], [0]])
epochs = 200
lr = 0.5
hidden_weights = np.random.uniform(size=(2, 4))
hidden_bias = np.random.uniform(size=(1, 4))
output_weights = np.random.uniform(size=(4, 1))
output_bias = np.random.uniform(size=(1, 1))
print("Initial hidden weights: ", end='')
print(*hidden_weights.round(6))
losses = []
for _ in range(epochs):
    hidden_layer_output = sigmoid(np.dot(inputs, hidden_weights) + hidden_bias)
    predicted_output = sigmoid(np.dot(hidden_layer_output, output_weights) + output_bias)
    error = expected_output - predicted_output
    losses.append(float(np.mean(error**2)))
    d_predicted_output = error * sigmoid_derivative(predicted_output)
    d_hidden_layer = d_predicted_output.dot(output_weights.T) * sigmoid_derivative(hidden_layer_output)
    output_weights += hidden_layer_output.T.dot(d_predicted_output) * lr
    output_bias += np.sum(d_predicted_output, axis=0, keepdims=True) * lr
    hidden_weights += inputs.T.dot(d_hidden_layer) * lr
    hidden_bias += np.sum(d_hidden_layer, axis=0, keepdims=True) * lr
print("Final output bias: ", end='')
print(*output_bias.round(6))
print("loss %.6f -> %.6f" % (losses[0], losses[-1]))
print(["%.3f" % p for p in predicted_output.ravel()])


class Perceptron(object):
    def __init__(self, no_of_inputs, threshold=20, learning_rate=0.25):
        self.threshold = threshold
        self.learning_rate = learning_rate
        self.weights = np.zeros(no_of_inputs + 1)

    def predict(self, inputs):
        summation = np.dot(inputs, self.weights[1:]) + self.weights[0]
        if summation > 0:
            activation = 1
        else:
            activation = 0
        return activation

    def train(self, training_inputs, labels):
        for _ in range(self.threshold):
            for inputs, label in zip(training_inputs, labels):
                prediction = self.predict(inputs)
                self.weights[1:] += self.learning_rate * (label - prediction) * inputs
                self.weights[0] += self.learning_rate * (label - prediction)


training_inputs = []
training_inputs.append(np.array([1, 1]))
training_inputs.append(np.array([1, 0]))
training_inputs.append(np.array([0, 1]))
training_inputs.append(np.array([0, 0]))
perceptron = Perceptron(2)
perceptron.train(training_inputs, np.array([1, 0, 0, 0]))
print(perceptron.weights, [perceptron.predict(i) for i in training_inputs])
